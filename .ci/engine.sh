# Sourced by .ci/run: a Docker engine that answers, and local images. An engine that already runs is used and left alone.

IMAGE_21=loomgate-jre:21
IMAGE_25=loomgate-jre:25
IMAGE_POSTGRES=loomgate-postgres:17
IMAGE_TOXIPROXY=loomgate-toxiproxy:2.12
RELEASE=trixie # Debian's first with both openjdk-21 and openjdk-25
WHY_NO_ENGINE='not asked for yet'
WHY_NO_BACKING='not asked for yet'
ENGINE_PID=
ENGINE_FOLDER=
NOT_OURS=

engine_answers() {
    command -v docker > /dev/null && timeout 10 docker info > /dev/null 2>&1
}

provide_engine() {
    WHY_NO_ENGINE=
    if engine_answers; then
        NOT_OURS=$(our_containers)
        echo "An engine already answers; it is used and left running."
        return
    fi
    if [[ -n "${DOCKER_HOST:-}" ]]; then
        WHY_NO_ENGINE="the engine at DOCKER_HOST does not answer"
    elif [[ $EUID -ne 0 ]]; then
        WHY_NO_ENGINE="no engine answers, and only root can install and start one"
    elif ! install docker.io dockerd; then
        WHY_NO_ENGINE="no engine answers, and docker.io could not be installed"
    else
        start_engine
    fi
    [[ -z "$WHY_NO_ENGINE" ]] || echo "No engine: $WHY_NO_ENGINE"
}

# install <package> <program that proves it>
install() {
    command -v "$2" > /dev/null && return
    command -v apt-get > /dev/null || return 1
    apt_install "$1" || { apt-get update && apt_install "$1"; } || return 1
    command -v "$2" > /dev/null
}

# RUNLEVEL=1: the package must not start services; what this script starts it also stops.
apt_install() {
    DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -y --no-install-recommends "$1"
}

# In a process group of its own: an interrupt of this script must not reach it before the containers are removed.
start_engine() {
    local tries
    ENGINE_FOLDER=$(mktemp -d)
    setsid dockerd > "$ENGINE_FOLDER/dockerd.log" 2>&1 < /dev/null &
    ENGINE_PID=$!
    for ((tries = 0; tries < 60; tries++)); do
        if engine_answers; then
            echo "Started an engine, process $ENGINE_PID."
            return
        fi
        kill -0 "$ENGINE_PID" 2> /dev/null || break
        sleep 1
    done
    tail -n 20 "$ENGINE_FOLDER/dockerd.log"
    stop_engine
    WHY_NO_ENGINE="dockerd was started and did not answer within 60 s; its last words are above"
}

stop_engine() {
    local tries
    [[ -n "$ENGINE_PID" ]] || return 0
    kill "$ENGINE_PID" 2> /dev/null || true
    for ((tries = 0; tries < 20; tries++)); do
        kill -0 "$ENGINE_PID" 2> /dev/null || break
        sleep 1
    done
    kill -KILL "$ENGINE_PID" 2> /dev/null || true
    wait "$ENGINE_PID" 2> /dev/null || true
    ENGINE_PID=
    rm -rf "$ENGINE_FOLDER"
}

our_containers() {
    docker ps -aq --filter label=dev.loomgate.session
}

# Containers that were there before this script are somebody else's.
clean_up_containers() {
    local each
    [[ -z "$WHY_NO_ENGINE" ]] && engine_answers || return 0
    for each in $(our_containers); do
        if [[ "$NOT_OURS" != *"$each"* ]]; then
            echo "Removing container $each, which was left behind."
            docker rm -f "$each" > /dev/null
        fi
    done
}

# All at the same time: most of it is waiting for packages.
provide_images() {
    local java_21 java_25 postgres toxiproxy
    if ! has_image "$IMAGE_21" || ! has_image "$IMAGE_25"; then
        install debootstrap debootstrap \
            || { WHY_NO_ENGINE="debootstrap could not be installed, so there is no image to run"; return 0; }
    fi
    ensure_image "$IMAGE_21" debootstrap build_jre 21 &
    java_21=$!
    ensure_image "$IMAGE_25" debootstrap build_jre 25 &
    java_25=$!
    ensure_image "$IMAGE_POSTGRES" debootstrap build_postgres &
    postgres=$!
    ensure_image "$IMAGE_TOXIPROXY" go build_toxiproxy &
    toxiproxy=$!
    wait "$java_21" || WHY_NO_ENGINE="there is no image $IMAGE_21; the reason is above"
    wait "$java_25" || WHY_NO_ENGINE="there is no image $IMAGE_25; the reason is above"
    # Without the services behind the servers nothing else is left out, so they have a reason of their own.
    WHY_NO_BACKING=
    wait "$postgres" || WHY_NO_BACKING="there is no image $IMAGE_POSTGRES; the reason is above"
    wait "$toxiproxy" || WHY_NO_BACKING="there is no image $IMAGE_TOXIPROXY; the reason is above"
}

has_image() {
    docker image inspect "$1" > /dev/null 2>&1
}

# ensure_image <image> <program that building it takes> <function that builds it> <its arguments…>: the image comes last of these.
ensure_image() {
    if has_image "$1"; then
        echo "$1 is there."
    elif ! command -v "$2" > /dev/null; then
        echo "$1 is not there, and $2, which builds it, is not installed."
        return 1
    else
        "${@:3}" "$1"
    fi
}

# build_jre <java> <image>
build_jre() {
    local folder status=0
    folder=$(mktemp -d)
    debian "$folder" "openjdk-$1-jre-headless" || status=1
    [[ $status -ne 0 ]] || tar -C "$folder/root" -c . | docker import - "$2" || status=1
    [[ $status -ne 0 ]] || docker run --rm --network none "$2" java -version || status=1
    rm -rf "$folder"
    return $status
}

# debian <folder> <package>: Debian with this package, below <folder>/root
debian() {
    local mirror
    mirror=$(apt_mirror)
    [[ -n "$mirror" ]] || { apt-get update && mirror=$(apt_mirror); }
    [[ -n "$mirror" ]] || { echo "apt knows no archive of Debian"; return 1; }
    debootstrap --variant=minbase --include="$2" "$RELEASE" "$1/root" "$mirror" > "$1/log" 2>&1 \
        || { tail -n 20 "$1/log"; return 1; }
}

build_postgres() {
    local folder tree status=0
    folder=$(mktemp -d)
    debian "$folder" postgresql || status=1
    tree="$folder/root"
    [[ $status -ne 0 ]] || cp .ci/postgres-entrypoint.sh "$tree/entrypoint.sh" || status=1
    [[ $status -ne 0 ]] || tar -C "$tree" -c . | docker import --change 'ENTRYPOINT ["/entrypoint.sh"]' \
        --change 'CMD ["postgres"]' - "$1" || status=1
    rm -rf "$folder"
    return $status
}

# The program alone, as the public image has it.
build_toxiproxy() {
    local folder status=0 package=github.com/Shopify/toxiproxy/v2
    folder=$(mktemp -d)
    GOPATH="$folder/go" GOCACHE="$folder/cache" GOBIN= GOFLAGS=-modcacherw CGO_ENABLED=0 timeout 300 \
        go install -ldflags "-s -w -X $package.Version=2.12.0" "$package/cmd/server@v2.12.0" > "$folder/log" 2>&1 \
        || { tail -n 20 "$folder/log"; status=1; }
    [[ $status -ne 0 ]] || tar -C "$folder/go/bin" --transform 's/server/toxiproxy/' -c server \
        | docker import --change 'ENTRYPOINT ["/toxiproxy"]' --change 'CMD ["-host=0.0.0.0"]' - "$1" || status=1
    rm -rf "$folder"
    return $status
}

# The archive this machine already uses, whatever its name: the one that offers Debian's main release, not security or others.
apt_mirror() {
    local codename
    codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
    apt-get indextargets --format '$(CODENAME)|$(COMPONENT)|$(ORIGIN)|$(REPO_URI)' 'Created-By: Packages' 2> /dev/null \
        | awk -F'|' -v codename="$codename" '$1 == codename && $2 == "main" && $3 == "Debian" { print $4; exit }'
}
