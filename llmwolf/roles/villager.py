"""平民: no power."""

from llmwolf.roles.base import Role


class Villager(Role):
    """No night, no power; finds wolves by listening and voting."""

    id = "villager"
    zh = "平民"
    en = "Villager"
    aliases = ("村民", "普通村民", "民")
    short = "民"
    about_zh = "没有技能。靠听发言、看票型找狼。"
    about_en = "No power. Finds the wolves by listening and by the votes."
    camp = "V"


ROLE = Villager()
