"""python3 -m unittest discover docs/cross-check"""

import unittest

import truth

MS = 1_000_000


class PercentileTest(unittest.TestCase):
    def test_is_the_value_at_the_nearest_rank(self):
        values = list(range(1, 101))
        self.assertEqual(truth.percentile(values, 50), 50)
        self.assertEqual(truth.percentile(values, 99), 99)
        self.assertEqual(truth.percentile(values, 100), 100)

    def test_does_not_depend_on_the_order(self):
        self.assertEqual(truth.percentile([9, 1, 5], 50), 5)

    def test_of_one_value_is_that_value(self):
        self.assertEqual(truth.percentile([7], 1), 7)

    def test_of_nothing_is_refused(self):
        with self.assertRaises(truth.NoTruth):
            truth.percentile([], 50)


class LogTest(unittest.TestCase):
    HEADER = "phase,place,arrived-ns,replied-ns,delay-ns,burned-ns,outcome"

    def test_phases_come_in_order_of_their_number_and_requests_in_order_of_arrival(self):
        lines = ["# script", self.HEADER, "2,0,30,40,0,0,ok", "1,1,20,29,0,0,error", "1,0,10,25,0,0,ok"]
        self.assertEqual(truth.read_phases(lines), [[(10, 25, "ok"), (20, 29, "error")], [(30, 40, "ok")]])

    def test_a_missing_column_is_named(self):
        with self.assertRaisesRegex(truth.NoTruth, "line 1 of the truth log: no column outcome"):
            truth.read_phases(["phase,arrived-ns,replied-ns"])

    def test_a_line_that_was_cut_off_is_named(self):
        with self.assertRaisesRegex(truth.NoTruth, "line 2 of the truth log: 3 fields"):
            truth.read_phases([self.HEADER, "1,0,10"])


class TimesTest(unittest.TestCase):
    def test_service_time_is_from_arrival_to_answer(self):
        self.assertEqual(truth.service_times([(10, 15, "ok"), (20, 27, "ok")]), [5, 7])

    def test_latency_on_schedule_is_the_service_time(self):
        base = 2**60  # a clock that has run for 36 years
        requests = [(base + k * MS, base + k * MS + 5 * MS, "ok") for k in range(10)]
        self.assertEqual(truth.intended_latencies(requests, 1000), [5 * MS] * 10)

    def test_a_frozen_server_is_charged_to_every_request_that_was_due_in_the_freeze(self):
        # 1,000/s; frozen from 3 ms to 8 ms: what was due then is read at 8 ms and answered 1 ms later.
        arrived = [0, 1, 2, 8, 8, 8, 8, 8, 8, 9]
        requests = [(a * MS, (a + 1) * MS, "ok") for a in arrived]
        self.assertEqual(
            truth.intended_latencies(requests, 1000), [latency * MS for latency in [1, 1, 1, 6, 5, 4, 3, 2, 1, 1]])
        self.assertEqual(set(truth.service_times(requests)), {MS})

    def test_a_late_first_request_does_not_shift_the_schedule(self):
        # Due at 0, 1, 2 ms; the first came 0.4 ms late.
        requests = [(400_000, MS, "ok"), (MS, 2 * MS, "ok"), (2 * MS, 3 * MS, "ok")]
        self.assertEqual(truth.intended_latencies(requests, 1000), [MS, MS, MS])

    def test_rate_counts_the_gaps_between_arrivals(self):
        self.assertEqual(truth.arrival_rate([(k * MS, 0, "ok") for k in range(11)]), 1000)


class MeasuredPartsTest(unittest.TestCase):
    def test_is_the_last_phase(self):
        self.assertEqual(truth.measured_parts([[1] * 50, [2] * 100], 100, 0, False), [[2] * 100])

    def test_may_hold_what_was_under_way_when_the_tool_stopped(self):
        self.assertEqual(truth.measured_parts([[1], [2] * 103], 100, 3, False), [[2] * 103])

    def test_joins_what_a_stall_parted(self):
        self.assertEqual(truth.measured_parts([[1] * 9, [2] * 40, [3] * 60], 100, 3, True), [[2] * 40, [3] * 60])

    def test_joins_nothing_where_every_phase_freezes_anew(self):
        with self.assertRaisesRegex(truth.NoTruth, r"counts 100 answers, the last phases of the truth log are \[9, 40, 60\]"):
            truth.measured_parts([[1] * 9, [2] * 40, [3] * 60], 100, 3, False)

    def test_is_refused_when_it_holds_the_warm_up_too(self):
        with self.assertRaisesRegex(truth.NoTruth, r"\[1, 150\]"):
            truth.measured_parts([[1], [2] * 150], 100, 3, True)

    def test_is_refused_when_nothing_tells_it_from_the_warm_up(self):
        with self.assertRaisesRegex(truth.NoTruth, r"\[100\]"):
            truth.measured_parts([[1] * 100], 100, 3, True)


if __name__ == "__main__":
    unittest.main()
