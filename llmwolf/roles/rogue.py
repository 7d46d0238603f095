"""老流氓: immune to the wolf beauty's charm; under ``rogue_lingers`` slow to go out."""

from llmwolf.roles.base import Role


class Rogue(Role):
    """A villager whom no charm takes along."""

    id = "rogue"
    zh = "老流氓"
    en = "Rogue"
    short = "流氓"
    about_zh = "平民，狼美人的魅惑对他无效。"
    about_en = "A villager whom the wolf beauty's charm does not touch."
    camp = "V"
    lingers = True
    charmable = False


ROLE = Rogue()
