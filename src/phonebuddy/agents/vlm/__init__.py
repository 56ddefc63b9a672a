"""Vlm: any model of transformers that reads pictures and text and writes text, with the published prompt."""
