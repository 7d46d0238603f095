"""Models that do not answer: why, what is done, what to do; as ``(zh, en)`` pairs."""

from __future__ import annotations

from typing import Final

Pair = tuple[str, str]

MODELS: Final[dict[str, Pair]] = {
    # -- notices at the table --------------------------------------------------------------------
    "standin_began": (
        "{seats}的模型没有给出能用的回答：{why}。由替补电脑代答，座位表上标“!”。{advice}",
        "{seats}: no usable answer from the model: {why}. A stand-in bot answers, marked “!”. {advice}",
    ),
    "standin_ended": ("{seats}的模型恢复了，自己作答", "{seats}: the model answers again"),
    "standin_all": ("所有模型席位", "All model seats"),
    "tag_standin": ("代打", "stand-in"),
    "standin_counts": (
        "替补电脑代答{n}次：{seats}",
        "Stand-in bots answered {n} times: {seats}",
    ),
    "standin_count": ("{seat}号 {n}次", "seat {seat}: {n}"),
    # -- why, by the reason that is counted --------------------------------------------------------
    "fail_auth": ("密钥或权限被拒绝", "the key or its rights were refused"),
    "fail_bad_body": ("服务发来的东西读不懂", "the server sent what cannot be read"),
    "fail_bad_json": ("回答格式不对", "the reply is not in the form asked for"),
    "fail_bad_request": ("服务拒绝了请求", "the server refused the request"),
    "fail_budget": ("预算用完了", "the budget is used up"),
    "fail_context": ("提示词超出模型的窗口", "the prompt is longer than the model's window"),
    "fail_empty": ("回答是空的", "the reply is empty"),
    "fail_filtered": ("内容过滤截断了回答", "the provider's filter stopped the reply"),
    "fail_illegal": ("回答的选项或座位不合规则", "the reply names what is not legal"),
    "fail_moderation": ("内容审核拒绝了提示词", "the provider's moderation refused the prompt"),
    "fail_network": ("连不上模型服务", "the model server cannot be reached"),
    "fail_no_choices": ("服务没有给出回答", "the server answered without a reply"),
    "fail_no_recording": ("录像里没有这一问", "the cassette holds no such call"),
    "fail_not_an_api": ("这个地址不是模型接口", "the address is no model API"),
    "fail_not_found": ("没有这个模型或地址", "there is no such model or address"),
    "fail_other": ("模型一方出错", "a fault on the model's side"),
    "fail_quota": ("账户额度用完了", "the account's quota is used up"),
    "fail_rate_limit": ("请求太密，被限流", "too many requests"),
    "fail_refused": ("模型拒绝回答", "the model declines to answer"),
    "fail_server": ("模型服务出错", "the model server fails"),
    "fail_stream_cut": ("回答中途断了", "the reply broke off"),
    "fail_time_out": ("没有按时回答", "no answer in time"),
    "fail_truncated": ("回答太长，被截断", "the reply was longer than allowed"),
    # -- what to do --------------------------------------------------------------------------------
    "advice_server": (
        "检查模型服务是否在运行；修好后下一问自动恢复，不必重开",
        "Check that its server runs; once it does, the next question goes to it again",
    ),
    "advice_key": (
        "检查密钥、模型名和地址（llmwolf doctor 可以诊断），改好后用 llmwolf resume 接着打",
        "Check key, model and address (see llmwolf doctor), then go on with llmwolf resume",
    ),
    "advice_account": (
        "给账户充值后自动恢复；或离开，换一个服务接着打",
        "Top the account up, or leave and go on with another service",
    ),
    "advice_other": (
        "常这样就离开，用 llmwolf resume 加 --model 换一个模型接着打",
        "If it stays so, leave and go on with another one: llmwolf resume with --model",
    ),
    "advice_budget": (
        "其余问题都由替补代答；要放宽，改 --max-cost、--max-tokens 或 llmwolf.toml",
        "Stand-ins play on; --max-cost, --max-tokens or llmwolf.toml give more",
    ),
    "advice_wait": (
        "下一问会再试；常这样就用 llmwolf doctor 看看",
        "The next question tries again; if it stays so, see llmwolf doctor",
    ),
}  # fmt: skip
