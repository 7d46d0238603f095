"""替罪羊: the first tie of an exile ballot falls on him; he names who votes the next day (V-3)."""

from llmwolf.roles.base import Role


class Scapegoat(Role):
    """Takes a tie in every profile, whatever the house rule on ties."""

    id = "scapegoat"
    zh = "替罪羊"
    en = "Scapegoat"
    short = "羊"
    about_zh = "放逐投票第一次平票时由他代替出局，并指定次日谁可以投票。"
    about_en = "A tied exile ballot kills him instead of the tied; he then names who may vote the next day."
    camp = "G"
    village_power = True
    bears_ties = True
    hears = ("ties",)


ROLE = Scapegoat()
