package dev.loomgate.init;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomgate.init.OpenApiDocument.Operation;
import dev.loomgate.plan.HttpRequest;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents as frameworks and people write them, and the requests that come out. */
class OpenApiDocumentTest {
    /** As springdoc writes it: one line of JSON, bodies by reference. */
    private static final String SPRINGDOC = """
            {"openapi":"3.0.1","info":{"title":"OpenAPI definition","version":"v0"},
             "servers":[{"url":"http://127.0.0.1:18080","description":"Generated server url"}],
             "paths":{
              "/orders":{"post":{"tags":["shop"],"operationId":"order",
               "requestBody":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/Order"}}},"required":true},
               "responses":{"201":{"description":"Created"}}}},
              "/items":{"get":{"operationId":"items","parameters":[
                {"name":"limit","in":"query","required":false,"schema":{"type":"integer","format":"int32","default":20}}],
               "responses":{"200":{"description":"OK"}}}},
              "/items/{id}":{"get":{"summary":"One item","parameters":[
                {"name":"id","in":"path","required":true,"schema":{"type":"integer","format":"int32"},"example":42}],
               "responses":{"200":{"description":"OK"}}}},
              "/customers/{name}":{"get":{"parameters":[
                {"name":"name","in":"path","required":true,"schema":{"type":"string"}}],
               "responses":{"200":{"description":"OK"}}}}},
             "components":{"schemas":{"Order":{"type":"object","properties":{
               "item":{"type":"integer","format":"int32","example":7},
               "count":{"type":"integer","format":"int32","example":2}}}}}}
            """;

    /** As Quarkus and people write it. */
    private static final String YAML = """
            openapi: 3.0.3
            info: {title: Swagger Petstore, version: 1.0.0}
            servers:
              - url: https://petstore.example.org/v1/
              - url: https://other.example.org/v2
            paths:
              /pets/{petId}/visits:
                parameters:
                  - $ref: '#/components/parameters/petId'
                get:
                  summary: Visits of a pet
                  description: All of them
                  parameters:
                    - name: since
                      in: query
                      required: true
                      schema: {type: string, format: date}
                      example: 2026-01-31
                    - name: state
                      in: query
                      required: true
                      schema: {$ref: '#/components/schemas/State'}
                    - name: X-Tenant
                      in: header
                      required: true
                      schema: {type: string}
                      examples:
                        first: {summary: one, value: acme}
                  responses:
                    '200': {description: ok}
                delete:
                  parameters:
                    - name: petId
                      in: path
                      required: true
                      schema: {type: string, example: b 2}
                  responses:
                    default: {description: any}
                    '204': {description: gone}
            components:
              parameters:
                petId:
                  name: petId
                  in: path
                  required: true
                  schema: {type: string, example: a/1}
              schemas:
                State: {type: string, enum: [open, done]}
            """;

    @Test
    void requestsOfJsonHaveTheirExamplesFilledIn() {
        List<Operation> operations = operations(SPRINGDOC);

        assertThat(operations)
                .extracting(operation -> operation.method() + " " + operation.template())
                .containsExactly("POST /orders", "GET /items", "GET /items/{id}", "GET /customers/{name}");
        assertThat(operations.get(0).request())
                .contains(new HttpRequest(
                        "POST",
                        "/orders",
                        Map.of("Content-Type", "application/json"),
                        "{\"item\":7,\"count\":2}",
                        201,
                        HttpRequest.ANY));
        // What need not be given is not given.
        assertThat(operations.get(1).request().orElseThrow().path()).isEqualTo("/items");
        assertThat(operations.get(2).request().orElseThrow().path()).isEqualTo("/items/42");
        assertThat(operations.get(2).says()).isEqualTo("One item");
    }

    /** A value of our own making would be a wrong request, and its 404 would be measured. */
    @Test
    void whatHasNoExampleIsNoRequestAndSaysWhatIsMissing() {
        Operation customer = operations(SPRINGDOC).getLast();

        assertThat(customer.request()).isEmpty();
        assertThat(customer.problem()).isEqualTo("the document has no example of the path parameter name");
    }

    @Test
    void requestsOfYamlHaveTheBasePathOfTheFirstServer() {
        Operation visits = operations(YAML).getFirst();

        assertThat(visits.request().map(HttpRequest::path))
                .contains("/v1/pets/a%2F1/visits?since=2026-01-31&state=open");
        assertThat(visits.request().map(HttpRequest::headers)).contains(Map.of("X-Tenant", "acme"));
        assertThat(visits.says()).isEqualTo("Visits of a pet");
    }

    @Test
    void aParameterOfTheOperationTakesThePlaceOfThatOfThePath() {
        Operation deleted = operations(YAML).getLast();

        assertThat(deleted.request())
                .contains(new HttpRequest("DELETE", "/v1/pets/b%202/visits", Map.of(), "", 204, HttpRequest.ANY));
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', delimiter = '|', textBlock = """
            servers: [{url: /api}]                                                   | /api/up
            servers: [{url: /}]                                                      | /up
            servers: [{url: 'http://localhost:8080'}]                                | /up
            servers: [{url: 'https://a.example.org:8443/x/y/'}]                      | /x/y/up
            servers: [{url: '/{v}', variables: {v: {default: v3, enum: [v2, v3]}}}]  | /v3/up
            servers: []                                                              | /up
            tags: []                                                                 | /up
            """)
    void theServerStandsBeforeEachPath(String servers, String path) {
        assertThat(operations("openapi: 3.1.0\n" + servers + "\npaths: {/up: {get: {}}}\n")
                        .getFirst()
                        .request()
                        .orElseThrow()
                        .path())
                .isEqualTo(path);
    }

    @Test
    void version2IsReadToo() {
        assertThat(operations("""
                        swagger: '2.0'
                        host: api.example.org
                        basePath: /v2
                        paths:
                          /pets:
                            post:
                              parameters:
                                - {in: body, name: pet, required: true, schema: {example: {name: Rex}}}
                              responses: {'201': {description: made}}
                        """).getFirst().request())
                .contains(new HttpRequest(
                        "POST",
                        "/v2/pets",
                        Map.of("Content-Type", "application/json"),
                        "{\"name\":\"Rex\"}",
                        201,
                        HttpRequest.ANY));
    }

    /** Each is left out with a reason. */
    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', delimiter = '|', textBlock = """
            /a: {patch: {}}                                                                  | PATCH can't be sent
            '/a b': {get: {}}                                                                | its path has characters that a path of the file can't have
            '/${x}': {get: {}}                                                               | its path has characters that a path of the file can't have
            '/{a}/{b}': {get: {parameters: [{in: path, name: a, example: 1}]}}               | its path has characters that a path of the file can't have
            /a: {get: {parameters: [{in: cookie, name: c, required: true, example: 1}]}}     | the document has no example of the cookie parameter c
            /a: {get: {parameters: [{in: query, name: q, required: true, example: [1, 2]}]}} | the document has no example of the query parameter q
            /a: {get: {parameters: [{in: header, name: 'X Y', required: true, example: 1}]}} | its headers or its body have characters that one line of the file can't have
            /a: {post: {requestBody: {content: {application/json: {schema: {type: object}}}}}} | the document has no example of the body
            /a: {post: {requestBody: {content: {text/plain: {example: x}}}}}                 | the document has no example of the body
            /a: {post: {requestBody: {$ref: 'other.yaml#/x'}}}                               | the document has no example of the body
            /a: {post: {requestBody: {$ref: '#/%zz/~2'}}}                                    | the document has no example of the body
            """)
    void whatCantStandInTheFileIsNoRequest(String path, String problem) {
        Operation operation =
                operations("openapi: 3.0.0\npaths:\n  " + path + "\n").getFirst();

        assertThat(operation.request()).isEmpty();
        assertThat(operation.problem()).isEqualTo(problem);
    }

    /** Only one whose required properties all have examples: the rest is left out. */
    @Test
    void aBodyIsMadeOfTheExamplesOfItsProperties() {
        assertThat(operations("""
                        openapi: 3.1.0
                        paths:
                          /a:
                            post:
                              requestBody:
                                content:
                                  application/json:
                                    schema:
                                      required: [lines]
                                      properties:
                                        lines: {type: array, items: {$ref: '#/components/schemas/Line'}}
                                        note: {type: string}
                        components: {schemas: {Line: {properties: {sku: {examples: [tea]}, count: {default: 2}}}}}
                        """).getFirst().request().orElseThrow().body())
                .isEqualTo("{\"lines\":[{\"sku\":\"tea\",\"count\":2}]}");
    }

    /** Ends, whatever it leads to. */
    @Test
    void aReferenceToItselfIsNoExample() {
        assertThat(operations("""
                        openapi: 3.1.0
                        paths: {/a: {post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Tree'}}}}}}}
                        components:
                          schemas:
                            Tree: {properties: {left: {$ref: '#/components/schemas/Tree'}}}
                            Loop: {$ref: '#/components/schemas/Loop'}
                        """).getFirst().request()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', delimiter = '|', textBlock = """
            {"openapi": "3.0.0", "paths": {        | api.yaml is not JSON: Unexpected end-of-input
            openapi: 3.0.0\\npaths: [              | api.yaml is not YAML that can be read here
            openapi: 3.0.0\\npaths: []             | api.yaml is no OpenAPI document: it has no 'openapi' or no 'paths'
            <html>Not here</html>                  | api.yaml is no OpenAPI document
            {"asyncapi": "2.0.0", "paths": {}}     | api.yaml is no OpenAPI document
            a: &a [x]\\nb: *a\\nopenapi: 3\\npaths: {} | no aliases
            """)
    void aBrokenDocumentIsASentence(String text, String message) {
        assertThatThrownBy(() -> OpenApiDocument.parse(text.replace("\\n", "\n"), "api.yaml"))
                .isInstanceOf(InitException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{\"a\":"})
    void aDocumentThatIsTooDeepIsRefused(String open) {
        assertThatThrownBy(() -> OpenApiDocument.parse("{\"openapi\": " + open.repeat(5000), "api.json"))
                .isInstanceOf(InitException.class)
                .hasMessageContaining("api.json is not JSON");
    }

    private static List<Operation> operations(String text) {
        return OpenApiDocument.parse(text, "api.yaml").operations();
    }
}
