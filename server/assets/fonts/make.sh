#!/bin/sh
# Makes the fonts of this folder from Debian 12's packages. Needs apt-get, dpkg-deb, Python 3, fonttools.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

apt-get download fonts-noto-extra=20201225-1 fonts-noto-cjk-extra=1:20220127+repack1-1
for package in *.deb; do dpkg-deb -x "$package" .; done

# Latin with all its accents, Greek, Cyrillic, punctuation, currencies, arrows and the box for "no such letter".
latin='U+0020-007E,U+00A0-024F,U+0250-02AF,U+02B0-036F,U+0370-052F,U+1E00-1FFF,U+2000-206F,U+2070-209F'
latin="$latin,U+20A0-20BF,U+2100-214F,U+2190-2199,U+2212,U+25A1,U+FB00-FB06,U+FFFD"
for style in SemiCondensedMedium SemiCondensedBold; do
    pyftsubset "usr/share/fonts/truetype/noto/NotoSans-$style.ttf" --unicodes="$latin" \
        --layout-features=kern,mark,mkmk,ccmp,locl --notdef-outline --no-hinting \
        --output-file="$here/NotoSans-$style.ttf"
done

# One font per script, whole, with every rule of its shaping.
for script in Arabic Armenian Bengali Devanagari Ethiopic Georgian Gujarati Gurmukhi Hebrew Kannada Khmer Lao Malayalam \
    Myanmar Sinhala Tamil Telugu Thai; do
    font="usr/share/fonts/truetype/noto/NotoSans$script-SemiCondensedMedium.ttf"
    [ -e "$font" ] || font="usr/share/fonts/truetype/noto/NotoSans$script-Medium.ttf"
    pyftsubset "$font" --unicodes='*' --layout-features='*' --notdef-outline --no-hinting \
        --output-file="$here/NotoSans$script.ttf"
done

# The everyday character sets of Chinese (both scripts), Japanese and Korean.
python3 - >characters.txt <<'PYTHON'
def level(codec, rows, cells=range(0xA1, 0xFF)):
    for row in rows:
        for cell in cells:
            try:
                yield bytes([row, cell]).decode(codec)
            except UnicodeDecodeError:
                pass

big5_cells = [*range(0x40, 0x7F), *range(0xA1, 0xFF)]
characters = {
    *level("gb2312", range(0xA1, 0xF8)),
    *level("big5", range(0xA1, 0xC7), big5_cells),
    *level("euc_jp", range(0xA1, 0xD0)),
    *level("euc_kr", range(0xA1, 0xC9)),
}
print("".join(sorted(c for text in characters for c in text if ord(c) >= 0x2000)))
PYTHON
pyftsubset usr/share/fonts/opentype/noto/NotoSansCJK-Medium.ttc --font-number=2 --text-file=characters.txt \
    --unicodes=U+3000-30FF,U+31F0-31FF,U+FF00-FFEF --layout-features=ccmp,locl \
    --no-hinting --output-file="$here/NotoSansCJKsc-Medium.otf"
