"""python3 -m unittest discover docs/cross-check"""

import unittest

from server import SCRIPTS


class ScriptTest(unittest.TestCase):
    def test_mean_and_longest_delay_come_from_the_servers_own_words(self):
        expected = {"constant": (0.005, 0.005), "bimodal": (0.0038, 0.02), "freeze": (0.005, 0.005), "uniform": (0.006, 0.01)}
        self.assertEqual(set(SCRIPTS), set(expected))
        for name, (mean, longest) in expected.items():
            with self.subTest(name):
                self.assertAlmostEqual(SCRIPTS[name].mean(), mean)
                self.assertAlmostEqual(SCRIPTS[name].longest(), longest)


if __name__ == "__main__":
    unittest.main()
