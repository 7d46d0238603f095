"""狂人: counts and looks like a villager, wins with the wolves, does not know them."""

from llmwolf.roles.base import Role


class Possessed(Role):
    """The wolves' friend without a knife."""

    id = "possessed"
    zh = "狂人"
    en = "Possessed"
    short = "狂"
    about_zh = "算作平民、查验为好人，但与狼人同胜；不知道狼人是谁。"
    about_en = "Counts as a villager and looks good, but wins with the wolves, whom he does not know."
    camp = "V"

    @property
    def side(self) -> str:
        """With the wolves."""
        return "wolves"


ROLE = Possessed()
