"""English sentences: claims, reports, badge flows, cards laid open, sides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

CLAIMS: Final[Mapping[str, tuple[str, ...]]] = {
    "seer_good": (
        "I am the seer, {night} I checked {t}: good.",
        "Seer here, I am the seer, I checked {t}, good.",
        "[Listen|No waiting], I am the seer, and {night} I checked {t}: good.",
        "The check before anything else, I checked {t}, good, and I am the seer.",
    ),
    "seer_wolf": (
        "I am the seer, {night} I checked {t}: wolf.",
        "Seer here, I am the seer, and I checked {t}, a wolf.",
        "[Listen|No waiting], I am the seer, and {night} I checked {t}: wolf.",
        "The check before anything else, I checked {t}, wolf, and I am the seer.",
    ),
    "seer_none": ("I am the seer, without a check {night}.",),
    "again_good": (
        "{night} I checked {t}: good.",
        "Night {n}: I checked {t}, good.",
        "New check, I checked {t}, good.",
        "[Next|One more], I checked {t}, good.",
    ),
    "again_wolf": (
        "{night} I checked {t}: wolf.",
        "Night {n}: I checked {t}, wolf.",
        "New check, I checked {t}, wolf.",
        "[Found one|Next], I checked {t}, wolf.",
    ),
    "also_good": ("In night {n} I checked {t}, good.", "Of night {n}: I checked {t}, good."),
    "also_wolf": ("In night {n} I checked {t}, wolf.", "Of night {n}: I checked {t}, wolf."),
    "still_good": (
        "I am still the seer, and I checked {t}: good.",
        "Nothing new; as I said, I checked {t}, good.",
        "My check stands, I checked {t}, good.",
    ),
    "still_wolf": (
        "I am still the seer, and I checked {t}: wolf.",
        "Nothing new; as I said, I checked {t}, wolf.",
        "My check stands, I checked {t}, wolf.",
    ),
    "why_beside": (
        "Nothing to go on in night 1, so I took my neighbour {t}.",
        "Why {t}: we sit side by side, and I want to know whom I follow.",
    ),
    "why_opposite": (
        "Blind night, so I took {t} right across the table.",
        "{t} sits opposite me, a good point to compare from.",
    ),
    "why_far": (
        "Night 1 is blind, {t} was a plain pick.",
        "No deep reason for {t}: nobody had spoken yet, and I wanted one place settled.",
        "I left my neighbours to my ears and checked {t} further round.",
    ),
    "why_flow": (
        "{t} was next in my badge flow, so that is what I did.",
        "As announced, {t} was in the flow.",
    ),
    "why_sided": (
        "I picked {t} for siding with {c}: led astray, or charging?",
        "{t} stood by {c}, that had to be looked at.",
    ),
    "why_voted": (
        "I picked {t} for the vote on {g} {when}.",
        "{t} voted {g} {when}, and I wanted to know why.",
    ),
    "why_grey": (
        "{t} was the least readable seat left.",
        "I could argue {t} both ways, so a check it was.",
        "{t} tells me nothing by talk, so I looked.",
    ),
    "flow2": (
        "Badge flow: {a}, then {b}.",
        "My badge flow is {a} first, then {b}.",
        "Next I check {a}, then {b}; that is the flow.",
    ),
    "flow1": ("Badge flow: only {a} is left to check.", "Tonight I look at {a}, that is the whole flow."),
    "flow_means": (
        "If I die, the badge on {a} means good, anywhere else means wolf.",
        "Should I go tonight, watch the badge: with {a} it was a good check, otherwise not.",
    ),
    "flow_dead": (
        "{x} of my old flow is gone, so it changes.",
        "With {x} out, I have to draw the flow anew.",
    ),
    "flow_moved": (
        "{x} leaves my flow for now, [others are more urgent|the table has changed].",
        "A change in the flow: {x} [later|can wait], somebody else first.",
        "I put {x} back in the flow, [not forgotten|said openly].",
    ),
    "badge_please": (
        "Give me the badge and I report again tomorrow.",
        "The badge belongs with the seer.",
        "The badge to me and I [keep reporting|lead the vote].",
    ),
    "badge_against": (
        "Do not let {c} walk off with the badge.",
        "Between {c} and me, [compare the reasons|ask whose check was lived], then vote.",
        "A badge for {c} would be a badge for the wolves.",
    ),
    "duel": (
        "{c} claims against me, so {c} is the fake, a wolf.",
        "There is one seer and it is me; {c} is a wolf.",
        "[I need not look far|I know who the fake is]: {c} is a wolf.",
    ),
    "duel_late": (
        "{c} only claimed after hearing me; {c} is a wolf.",
        "{c} came second with a story made to fit; {c} is a wolf.",
    ),
    "duel_saves_wolf": ("{c} has my wolf {t} as good, so those two belong together.",),
    "duel_hits_gold": ("{c} turns {t}, whom I cleared, into a wolf, to have a good seat exiled.",),
    "duel_gold": ("Clearing {t} costs {c} nothing.", "{t} should ask what that free check by {c} is for."),
    "duel_wolf": (
        "{c} on {t} just makes room for a wrong exile.",
        "No hurry with {t}, hit by a false check of {c}.",
    ),
    "duel_me": (
        "{c} has the seer as a wolf, [bold|and so gives it away].",
        "A wolf check on the real seer, {c}, [will not do|is one lie too many].",
    ),
    "duel_flow": (
        "And no badge flow from {c} either.",
        "No flow at all from {c}, a seer does not forget that.",
    ),
    "show_witch_told": (
        "I show my card: I am the witch, and here are my potions.",
        "{me} here: I am the witch, so about the potions.",
    ),
    "show_witch": ("I show my card: I am the witch.", "No more hiding, I am the witch."),
    "saved": ("In night {n} I saved {t}.", "{t} was knifed in night {n}, and I saved {t}."),
    "poisoned": ("In night {n} I poisoned {t}.", "The poison went to {t} in night {n}, I poisoned {t}."),
    "show_hunter": (
        "I am the hunter, and the gun is loaded.",
        "I am the hunter and I take one along.",
        "Think before you vote: I am the hunter.",
    ),
    "gun_at": ("If I go, I shoot {t}.", "The bullet is for {t}."),
    "show_guard": ("I show my card: I am the guard.", "{me} here: I am the guard."),
    "guarded": ("In night {n} I guarded {t}.",),
    "guarded_self": ("In night {n} I guarded myself.",),
    "show_idiot": (
        "I am the idiot, exiling me wastes a day.",
        "{me} here: I am the idiot, do not burn a day on me.",
    ),
    "still_idiot": (
        "I am the idiot, without a vote but with a voice.",
        "{me} again: I am the idiot, you have seen the card.",
        "With the card open I have no reason to lie, I am the idiot.",
        "No ballot left, so listen instead: I am the idiot.",
    ),
    "show_villager": (
        "I am a villager with nothing to show.",
        "{me} here: I am a villager, all I have is argument.",
        "I am a villager, [judge me by my votes|my votes are all I have].",
        "Plain card: I am a villager, [nothing hidden|no power to show].",
        "No power to show, I am a villager, look at my [ballots|sides].",
        "You would exile a plain card: I am a villager, [no more, no less|that is the truth].",
        "My card is small, I am a villager, but it is [good|yours].",
    ),
    "show_card": ("I show my card: I am the {card}.", "No more hiding, I am the {card}."),
    "side_only": (
        "{r} is the only seer claim, so I side with {r}.",
        "Nobody contradicts {r}; I side with {r}.",
        "Plainly: I side with {r}, the only claim.",
        "No counter-claim came, so I side with {r}.",
        "{r} stands alone as seer; [easy|no choice needed], I side with {r}.",
        "A real seer would have spoken against {r}; I side with {r}.",
        "Since [nobody else|no second seat] wants to be the seer, I side with {r}.",
        "One claim on the table, {r}, and I side with {r}.",
    ),
    "side_only_yet": (
        "So far the only claim is {r}, so I side with {r}.",
        "Until somebody counters I side with {r}.",
    ),
    "side_died": (
        "{r} died at night, and wolves do not knife their fake; I side with {r}.",
        "The knife proved {r}; I side with {r}.",
        "Knifed, so real: I side with {r}.",
        "[They feared the checks|Wolves do not waste a knife], so I side with {r}.",
        "{r} paid for those checks at night; I side with {r}.",
        "The night [chose for me|gave the answer]: I side with {r}.",
        "A fake does not die to its own knife, so I side with {r}.",
        "After that knife I [believe|no longer doubt] {r}, I side with {r}.",
    ),
    "side_blast": (
        "{r} called {x} a wolf and {x} blew up; I side with {r}.",
        "{x} exploding proves {r}; I side with {r}.",
        "After {x} I need no more, I side with {r}.",
        "{x} confessed by exploding, so I side with {r}.",
        "{r} was right about {x}, as we all saw; I side with {r}.",
    ),
    "side_my_gold": (
        "{r} checked me good, and I am; I side with {r}.",
        "I know my card, {r} got it right; I side with {r}.",
    ),
    "side_my_wolf": (
        "{c} calls me a wolf, which I am not, so I side with {r}.",
        "A false check by {c} settles it: I side with {r}.",
    ),
    "side_after_check": (
        "Which leaves the other claim: I side with {r}.",
        "So the real one is known, I side with {r}.",
    ),
    "side_early": (
        "{r} claimed first, {c} after; I side with {r}.",
        "First to stand up was {r}; I side with {r}.",
        "{c} heard {r} before claiming; I side with {r}.",
        "Order matters: {r}, then {c}; I side with {r}.",
        "{r} risked the first claim, {c} [waited|came after], so I side with {r}.",
    ),
    "side_votes": (
        "{x} behind {c} votes badly, so I side with {r}.",
        "The company {c} keeps, {x} for one, makes me side with {r}.",
        "Looking at {x} and {c}, I side with {r}.",
    ),
    "side_lean": (
        "Between {r} and {c} I side with {r}.",
        "Not certain, but I side with {r}.",
        "{r} fits the table better than {c}; I side with {r}.",
        "I lean one way, so I side with {r}.",
        "By [the sound of it|their reasons] I side with {r}.",
        "If {c} were real too much stays open; I side with {r}.",
        "The reasons of {r} sound lived, those of {c} [built|made up]; I side with {r}.",
        "My gut and the votes say {r} over {c}, I side with {r}.",
    ),
    "side_keep": (
        "I still side with {r}.",
        "No reason to change: I side with {r}.",
        "I have not moved, I side with {r}.",
        "Nothing new from the other side, so I side with {r}.",
    ),
    "side_keep_days": (
        "A night later [I still side|and no change: I side] with {r}.",
        "Since yesterday nothing speaks for {c}, so I side with {r}.",
        "As [before|on the day before], I side with {r}.",
        "I slept on it and side with {r}, {c} [has not mended a thing|still does not add up].",
    ),
    "side_keep_past": (
        "As ever I side with {r}.",
        "That quarrel is over, I side with {r}.",
        "With {r} as the real one the count works out, so I side with {r}.",
        "My side is old news: I side with {r}.",
        "[Settled for me|Closed chapter]: I side with {r}.",
        "I count every check of {r} and side with {r}, [as before|on to the rest].",
        "{r} was real, so I side with {r} [and look elsewhere|still].",
    ),
    "side_back": (
        "I voted {r} {when} and [was wrong|take it back]: I side with {r}.",
        "My vote {when} on {r} was a mistake, now I side with {r}.",
    ),
    "switched_side": (
        "I was wrong on {x}[ and say so|, my mistake].",
        "[I take it back|I change]: {x} no longer.",
        "Until now I followed {x}; [that ends here|no more].",
        "I [drop|give up] {x}, and here is why.",
    ),
    "switched_badge": (
        "My badge vote went to {x}; [I take it back|I see it otherwise now].",
        "I gave {x} the badge vote, [too soon|which I regret].",
        "Yes, I wanted {x} as sheriff; [that was before|things have happened since].",
    ),
    "switch_open": (
        "{x} is an open wolf, so I side with {r}.",
        "We all saw the wolf in {x}; I side with {r}.",
    ),
    "switch_proved": (
        "{x} cleared {t}, an open wolf, so I side with {r}.",
        "{t} proved a wolf and was good by {x}'s check; I side with {r}.",
    ),
    "switch_vote": (
        "{x} voted {g} {when}, [hardly a wolf|whom I trust], so I side with {r}.",
        "What changed my mind: {x} on {g} {when}; I side with {r}.",
    ),
    "switch_check": (
        "{x} now has {t} as a wolf, [which I do not buy|the wrong seat for it], so I side with {r}.",
        "That later check of {x} on {t} does not fit; I side with {r}.",
    ),
    "switch_card": (
        "{t} showed the {card} and follows {r}, [nobody disputes it|which I believe]: I side with {r}.",
        "A {card} weighs more than {x} to me, and {t} is with {r}: I side with {r}.",
        "Since {t} laid the {card} open for {r}, I side with {r}.",
    ),
    "switch_again": (
        "No single fact, I [went over it|weighed it all] again and side with {r}.",
        "Having compared {x} and {r} once more, I side with {r}.",
        "On a second look {r} makes more sense than {x}, so I side with {r}.",
        "It is [the whole picture|the sum of it], not one word of {x}: I side with {r}.",
    ),
    "side_open": (
        "{c} against {x}, and I cannot tell yet.",
        "I keep my side open between {c} and {x}.",
        "I will not choose between {c} and {x} yet.",
        "{c} or {x}: one more round before I choose.",
    ),
}
