#!/bin/sh
# Installs torch for CPUs unless some torch is there already: the default build for Linux brings gigabytes of
# CUDA. Where pip would find a CPU build by itself (a local wheel) that one is taken, else PyTorch's own index.
# Usage: tools/install_torch.sh PYTHON
set -eu
python="$1"
version="2.13.0"
pip="$python -m pip --disable-pip-version-check"

$python -c 'import torch' 2>/dev/null && exit 0
if $pip install --quiet --dry-run --no-deps --report - "torch==$version" 2>/dev/null | grep -q '+cpu\|%2Bcpu'; then
    $pip install --quiet "torch==$version"
else
    $pip install --quiet --index-url https://download.pytorch.org/whl/cpu "torch==$version"
fi
