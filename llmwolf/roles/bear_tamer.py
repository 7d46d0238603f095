"""驯熊师: at dawn the bear roars if a wolf is the nearest living neighbour on either side."""

from llmwolf.roles.base import Role
from llmwolf.rules.events import Roared
from llmwolf.rules.judge import Judge


class BearTamer(Role):
    """The roar is public, whose bear it is is not; the hidden wolf does not make it roar."""

    id = "bear_tamer"
    zh = "驯熊师"
    en = "Bear tamer"
    short = "熊"
    about_zh = "每天天亮时，若左右最近的存活玩家中有狼人，熊会咆哮（隐狼除外）。"
    about_en = "At each dawn the bear roars if the nearest living neighbour on either side is a wolf."
    camp = "G"
    village_power = True
    hears = ("dawn",)

    def dawn(self, judge: Judge, seat: int) -> None:
        """Asked after the night's deaths, so that neighbours are those still alive."""
        living = judge.facts.living
        beside = {judge.neighbours_from(seat, step, living)[0] for step in (1, -1) if len(living) > 1}
        if any(judge.role(other).seen_as(judge, other) == "wolf" for other in beside):
            judge.say(Roared())


ROLE = BearTamer()
