"""长老: survives one attack; lost to the village's own hand, its powers end (N-12, C-5)."""

from llmwolf.roles.base import Role
from llmwolf.rules.events import Shot
from llmwolf.rules.judge import Judge


class Elder(Role):
    """Two lives against the knife, one against everything else."""

    id = "elder"
    zh = "长老"
    en = "Elder"
    aliases = ("长者",)
    short = "老"
    about_zh = "第一次被狼人有效刀中不死；被放逐、毒死或枪杀时，好人的技能全部失效。"
    about_en = "Survives the first attack; exiled, poisoned or shot, the village's powers end for good."
    camp = "G"
    village_power = True
    hears = ("loss",)

    def tough(self, judge: Judge, seat: int) -> bool:
        """Until the first life is spent."""
        return seat not in judge.hidden.spent

    def ends_powers(self, judge: Judge, seat: int, cause: str) -> bool:
        """By exile, the witch's poison or the village's own shot; by no other cause."""
        return cause in ("exile", "poison") or (cause == "shot" and not _by_a_wolf(judge, seat))


def _by_a_wolf(judge: Judge, seat: int) -> bool:
    shot = next(e for e in reversed(judge.log) if isinstance(e, Shot) and e.target == seat)
    return judge.camps[judge.hands[shot.seat].role] == "W"


ROLE = Elder()
