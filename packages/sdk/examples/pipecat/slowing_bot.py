"""A bot that slows down when its caller is upset. Your transport, recognizer, model and voice take the places of the arguments."""

from typing import Any

from pipecat.pipeline.pipeline import Pipeline
from pipecat.processors.aggregators.llm_context import LLMContext
from pipecat.processors.aggregators.llm_response_universal import LLMContextAggregatorPair
from pipecat.processors.frame_processor import FrameProcessor
from pipecat.services.openai.tts import OpenAITTSSettings

from undertone_pipecat import UndertoneProcessor

INSTRUCTIONS = "You are the help desk of a phone company. Answer in one or two sentences."


def voice_settings(modulation: dict[str, Any]) -> OpenAITTSSettings:
    """1 is the usual speed, for the relay and for this voice."""
    return OpenAITTSSettings(speed=modulation.get("tts", {}).get("speed", 1))


def slowing_bot(
    *,
    url: str,
    api_key: str,
    source: FrameProcessor,
    stt: FrameProcessor,
    llm: FrameProcessor,
    tts: FrameProcessor,
    sink: FrameProcessor,
) -> tuple[Pipeline, LLMContext, UndertoneProcessor]:
    """`source` and `sink` are `transport.input()` and `transport.output()`."""
    undertone = UndertoneProcessor(
        url=url,
        api_key=api_key,
        consent={"basis": "announcement", "scope": ["emotion"]},
        tts_delta=voice_settings,
    )
    context = LLMContext([{"role": "system", "content": INSTRUCTIONS}])
    aggregators = LLMContextAggregatorPair(context)
    parts = [source, undertone, stt, aggregators.user(), llm, tts, sink, aggregators.assistant()]
    return Pipeline(parts), context, undertone
