CREATE TABLE fortune (id integer PRIMARY KEY, message text NOT NULL);

INSERT INTO fortune (id, message) VALUES
    (1, 'A benchmark that cannot fail has nothing to tell you.'),
    (2, 'Whoever averages percentiles will be late on average, and sorry at the 99th.'),
    (3, 'There are two hard things in queueing: arrivals.'),
    (4, 'A cache is a promise that yesterday was much like today.'),
    (5, 'The fastest request is the one that was never counted. Count it anyway.'),
    (6, 'Any thread can wait; the art is not to hold the door meanwhile.'),
    (7, 'If it is quick on your machine, ship the machine. "It" may follow.'),
    (8, 'Noise is a signal about something you did not plan to measure.'),
    (9, 'Premature conclusions are the root of most optimisation.'),
    (10, 'Even a warm JVM remembers the winter.'),
    (11, '<script>alert("Markup in a fortune stays text, or the page is not yours.");</script>'),
    (12, '測るまでは速いとも遅いとも言えない。');

ANALYZE fortune;
