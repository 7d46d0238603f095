"""English sentences: one seer claim beside the other, as a ground against it or for a side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

RIVALS: Final[Mapping[str, tuple[str, ...]]] = {
    "rival_poisoned": (
        "{w}, the only witch, poisoned {t}, [and I take that word|no small thing]: {t} is a fake.",
        "{t} went by {w}'s poison and nobody disputes that witch; {t} is a wolf.",
    ),
    "rival_silvered": (
        "{r} was knifed and saved by {w}, [nobody denies it|the only witch]: {t} is a fake.",
        "The pack knifed {r}, as {w} told us; {t} is a fake.",
        "{w} saved {r} from the knife, so {t} is a wolf.",
    ),
    "rival_hits_gold": (
        "{t} has {g} as a wolf, whom {r} cleared; [the wrong way round|to exile a good seat]: {t} is a fake.",
        "{g} cannot be both, and I take {r}'s check over {t}'s; {t} is a wolf.",
        "That wolf check on {g} runs into {r}'s good one; {t} is a fake.",
    ),
    "rival_saves_wolf": (
        "{r} checks {g} a wolf and {t} clears {g}, [a mate washed|in a hurry]: {t} is a fake.",
        "{t} washes {g}, the wolf of {r}; [they belong together|that is no accident], {t} is a wolf.",
    ),
    "rival_hits_silver": (
        "{g} was knifed and saved by {w}, and {t} calls {g} a wolf: {t} is a fake.",
        "{t}'s wolf check falls on {g}, {w}'s save; the night says no, {t} is a wolf.",
    ),
    "rival_backed": (
        "{b} is an open wolf and stood by {t}: {t} is a fake.",
        "Look who followed {t}: {b}, [card open|a wolf we all saw]; {t} is a wolf.",
        "An open wolf, {b}, spoke for {t}; [wolves do not help a seer|follow that line], {t} is a fake.",
    ),
    "rival_knife": (
        "{r} was knifed and {t} is alive; [the pack chose|that tells them apart]: {t} is a fake.",
        "The knife went past {t} to {r}; {t} is a wolf.",
        "Two claims, and the pack left {t} standing: {t} is a fake.",
    ),
    "rival_moved": (
        "{t} changed the badge flow within a day, {r} did not: {t} is a fake.",
        "Two flows from {t} on one day, [nobody of the first gone|with no news in between]; {t} is a wolf.",
    ),
    "rival_flowless": (
        "{r} left a badge flow, {t} none: {t} is a fake.",
        "No flow from {t}, [no plan for a second check|nothing to be held to]; {t} is a wolf.",
    ),
    "rival_easy_gold": (
        "{r} risks a wolf check, {t} only clears {g}; [that costs nothing|no risk at all]: {t} is a fake.",
        "Clearing {g} offends nobody, {r} named a wolf; {t} is a wolf.",
    ),
    "rival_hits_seer": (
        "{t}'s only find is {r}, the other claim, [too neat|a check that wins everything]: {t} is a fake.",
        "Of all seats {t} hit on {r}, [luck I do not believe|how handy]; {t} is a wolf.",
        "A check that happens to remove {r} serves {t} too well; {t} is a fake.",
    ),
    "answer_badge": (
        "{c}'s badge did not come to me; I am good, [so that check was elsewhere|whatever the flow says].",
        "{c} had me in the flow and no badge came: [I cannot say why|ask me], I am good.",
        "By {c}'s badge I am a wolf; [perhaps a change of mind|I can only deny it], I am good.",
    ),
    "side_my_badge": (
        "{c}'s badge went past me and calls me a wolf, which I am not; I side with {r}.",
        "By {c}'s flow I would be a wolf, and I know my card: I side with {r}.",
    ),
    "side_poisoned": (
        "{w}'s poison went to {c}, and that witch stands alone: I side with {r}.",
        "The witch {w} poisoned {c}; I side with {r}.",
    ),
    "side_silvered": (
        "{w} saved {r} from the knife: I side with {r}.",
        "{r} was knifed, the witch {w} says, and {c} was not; I side with {r}.",
        "With {w}'s antidote behind it the claim holds, I side with {r}.",
    ),
    "side_hits_gold": (
        "{c} has {g} as a wolf, {r} as good; I believe the good one and side with {r}.",
        "On {g} the two contradict, and {c}'s check fails for me: I side with {r}.",
    ),
    "side_saves_wolf": (
        "{c} is quick to clear {g}, the wolf of {r}; I side with {r}.",
        "A wolf check on {g} and {c} takes it away: I side with {r}.",
    ),
    "side_hits_silver": (
        "{c} calls {w}'s save {g} a wolf, which the knife denies: I side with {r}.",
        "{g} was knifed; a wolf check by {c} there fails, I side with {r}.",
    ),
    "side_backed": (
        "The open wolf {b} was with {c}, so I side with {r}.",
        "{b} showed a wolf card and had spoken for {c}: I side with {r}.",
        "Where {b} stood I will not stand, so not {c}: I side with {r}.",
    ),
    "side_knife": (
        "The knife took {r} and left {c}: I side with {r}.",
        "{c} alive and {r} knifed, I side with {r}.",
    ),
    "side_moved": (
        "{c}'s flow changed within the day, so I side with {r}.",
        "One flow throughout from {r}, two from {c}: I side with {r}.",
    ),
    "side_flowless": (
        "{r} gave a badge flow, {c} did not; I side with {r}.",
        "Without a flow {c} has no plan: I side with {r}.",
    ),
    "side_easy_gold": (
        "{r} risks a wolf check, {c} clears {g} for free: I side with {r}.",
        "Naming a wolf takes more than clearing {g}, so I side with {r}.",
    ),
    "side_hits_seer": (
        "{c} found {r} of all seats, too lucky: I side with {r}.",
        "A check on the very rival, {c}, is too neat; I side with {r}.",
    ),
}
