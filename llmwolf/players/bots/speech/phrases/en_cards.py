"""English sentences of the rarer cards: cards laid open, what they saw, the bear, duels, linked deaths."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

CARDS: Final[Mapping[str, tuple[str, ...]]] = {
    "show_knight": (
        "I show my card: I am the knight, and the sword is still mine.",
        "{me} here: I am the knight, do not make me draw.",
    ),
    "show_silencer": (
        "I show my card: I am the silencer.",
        "{me} here: I am the silencer, ask me who was silenced.",
    ),
    "silenced": ("In night {n} I silenced {t}.",),
    "show_bear_tamer": (
        "I am the bear tamer, so listen for my two neighbours at dawn.",
        "{me} here: I am the bear tamer, the bear is mine.",
    ),
    "still_bear_tamer": (
        "The bear is still mine, so look at both sides of me.",
        "My bear counts, every morning.",
    ),
    "show_bomber": (
        "I am the bomber, whoever votes me goes with me.",
        "{me} here: I am the bomber, think before you vote.",
    ),
    "show_elder": (
        "I am the elder, exile me and every power of the village ends.",
        "{me} here: I am the elder, do not disarm yourselves.",
    ),
    "show_scapegoat": (
        "I am the scapegoat, every tie falls on me.",
        "{me} here: I am the scapegoat, so no ties.",
    ),
    "show_gravekeeper": (
        "I am the gravekeeper, I see what the exiled were.",
        "{me} here: I am the gravekeeper, and graves talk.",
    ),
    "grave_good": ("In night {n} I checked the grave of {t}: good.",),
    "grave_wolf": ("In night {n} I checked the grave of {t}: wolf.",),
    "show_little_girl": (
        "I am the little girl, and I had my eyes open.",
        "{me} here: I am the little girl, I say what I saw.",
    ),
    "seen_wolf": ("In night {n} I peeked at {t}: wolf.",),
    "counter_card": (
        "{t} is no {card}: I am the {card}, so {t} is a wolf.",
        "I would have kept quiet, but I am the {card}, and {t} is a [fake|liar], a wolf.",
        "The {card} claim of {t} is false, I am the {card}.",
    ),
    "potions_left": (
        "Both potions are still mine.",
        "I have used neither potion, [nobody saved, nobody poisoned|not one].",
    ),
    "saved_self": ("In night {n} I saved myself.", "The knife of night {n} was for me, and I saved myself."),
    "show_rogue": (
        "I am the rogue, no charm takes me along.",
        "{me} here: I am the rogue, a villager all the same.",
    ),
    "show_wild_child": (
        "I am the wild child, good as long as my model lives.",
        "{me} here: I am the wild child, with the village so far.",
    ),
    "show_cupid": (
        "I am the cupid, my arrows are spent.",
        "{me} here: I am the cupid, and whom I linked stays with me.",
    ),
    "fold": (
        "The card is open, so: I am not the seer, I stood in for the real one.",
        "All right, I am not the seer, that was meant as a shield.",
    ),
    "side_turned": (
        "The card of {r} is open, so I side with {r}.",
        "{r} turned out the seer; I side with {r}, checks and all.",
        "I need no more: I side with {r}, whose card we saw.",
    ),
    "powers_lost": (
        "Since the elder went my power is gone.",
        "My power is lost; expect nothing more from my nights.",
    ),
    "seer_other": (
        "I am the seer, {night} I checked {t}, wolf: not of the village.",
        "Seer here, I am the seer, I checked {t}, a wolf or a third party.",
    ),
    "again_other": (
        "{night} I checked {t}, wolf to me: not of the village.",
        "Night {n}: I checked {t}, a wolf or a third party.",
    ),
    "also_other": (
        "In night {n} I checked {t}, a wolf or third party.",
        "Of night {n}: I checked {t}, a wolf or third party.",
    ),
    "still_other": (
        "I am still the seer, and I checked {t}, a wolf or third party.",
        "Nothing new; I checked {t}, a wolf or third party, as I said.",
    ),
    "news_roar": (
        "The bear roared, so one of the tamer's neighbours is bad.",
        "We all heard the bear: look left and right of the tamer.",
    ),
    "news_quiet": (
        "No roar, so the tamer's neighbours look better.",
        "The bear was quiet this morning.",
    ),
    "news_linked": (
        "{a} goes and {b} follows: those two were tied.",
        "{b} followed {a}, that pair is settled.",
    ),
    "news_charm": (
        "{a} went and took {b} along: a charm, so {a} was the wolf beauty.",
        "{b} died of {a}'s charm, which makes {a} the wolf beauty.",
    ),
    "news_hit": (
        "The knight {k} struck {t} down, one less to find.",
        "{k} duelled {t} and was right.",
    ),
    "news_miss": (
        "The knight {k} missed, so {t} is settled as good.",
        "{k} died of that duel, and {t} is fine.",
    ),
}
