"""Vlm: any model of transformers that reads pictures and text and writes text.

Its prompt has the published shape; the words about actions are our own.
"""
