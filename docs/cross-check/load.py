"""The load every tool is asked for."""

import math
import time


class Load:
    def __init__(self, url, per_second, seconds, warm_up, script, folder, pinning):
        self.url = url
        self.per_second = per_second
        self.seconds = seconds
        self.warm_up = warm_up
        self.longest = script.longest()
        self.freeze = script.freeze_seconds
        self.folder = folder
        self.pinning = pinning
        self._mean = script.mean()

    def closed_users(self):
        """How many users who never think come nearest to the rate: as many as are in the server at a time (Little's law)."""
        return max(1, math.floor(self.per_second * self._mean + 0.5))

    @staticmethod
    def pause():
        """The server takes a gap of 200 ms for the end of a phase."""
        time.sleep(1)
