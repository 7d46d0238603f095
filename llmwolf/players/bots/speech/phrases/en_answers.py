"""English sentences: answers to what the speaker was asked by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

ANSWERS: Final[Mapping[str, tuple[str, ...]]] = {
    "ans_vote_word": (
        "{x} asks about my ballot {when}: I had named {t} in my speech, [and kept to it|nothing changed].",
        "To {x}: {when} I said {t} and [cast it so|did as I said].",
    ),
    "ans_vote_many": (
        "{x} asks about my ballot {when}: most were on {t}, and I had [nobody better|no other name].",
        "To {x}: on {t} {when} I went with the rest, [I own that|no idea of mine].",
    ),
    "ans_vote_own": (
        "{x} asks about my ballot {when}: {t} sounded worst to me [by then|that day].",
        "To {x}: {t} {when} was my own reading, [right or not|for what it was].",
    ),
    "ans_vote_you": (
        "{x} asks why my ballot went there {when}: [no seat sounded worse|that was my reading then].",
        "To {x}: yes, my ballot {when} was on you, [I stand by it|I do not deny it].",
    ),
    "ans_vote_not": (
        "{x} has it wrong, my ballot {when} was on {t}.",
        "To {x}: not mine, {when} I was on {t}, [look it up|it is in the record].",
    ),
    "ans_vote_none": (
        "{x} asks about my ballot {when}: I abstained, [nobody had it|no name at all].",
        "To {x}: {when} I cast none.",
    ),
    "ans_badge_seer": (
        "{x} asks about my badge vote: {t} [sounded more like the seer|had the better claim] then.",
        "To {x}: I gave {t} the badge vote because I believed [that check more|the claim] at the time.",
    ),
    "ans_badge_own": (
        "{x} asks about my badge vote: {t} [spoke most clearly|was the candidate I trusted most].",
        "To {x}: of those who ran, {t} [seemed the safest|gave me the least to doubt].",
    ),
    "ans_badge_not": (
        "{x} has it wrong, my badge vote went to {t}.",
        "To {x}: not mine, I wanted {t} as sheriff.",
    ),
    "ans_badge_none": (
        "{x} asks about my badge vote: I cast none.",
        "To {x}: there was no badge vote of mine.",
    ),
    "ans_check": (
        "{x} asks about my check on {t}, [here is why|gladly].",
        "To {x}, on the check of {t}.",
    ),
    "ans_check_not": ("{x} misheard, I did not check {t}.", "To {x}: {t} is none of my checks."),
    "ans_side": (
        "{x} asks for my side, [gladly|here it is].",
        "To {x}, about sides.",
        "A side for {x}, [then|since you ask].",
    ),
    "ans_no_seer": (
        "{x} asks for my side, but [nobody has claimed seer|there is no seer claim] to follow.",
        "To {x}: no claim, no side.",
    ),
    "ans_flow": ("{x} asks for the flow, [listen|here it is].", "The flow {x} wants, [now|it is ready]."),
    "ans_flow_past": (
        "To {x}: the flow I gave was {list}, [unchanged|it stands].",
        "{x} asks for the flow; I gave {list} [before|already].",
    ),
    "ans_flow_later": (
        "To {x}: without the badge there is no flow, [I report checks|only checks].",
        "{x} asks for a flow; the badge is not mine, so [it would tell nothing|checks must do].",
    ),
    "ans_flow_none": (
        "{x} asks me for a flow; I [never claimed seer|am no seer claim], so there is none.",
        "To {x}: ask [a seer claim|those who claim] for a flow.",
    ),
    "ans_suspect": (
        "{x} asks for names, [here they come|gladly].",
        "Names for {x}, [in order|as I see it].",
        "To {x}, about my list.",
    ),
    "ans_nobody": (
        "{x} asks for names; I have none [yet|that would hold].",
        "To {x}: no list from me [so far|until I hear more].",
    ),
}
