"""Makes the fonts of this folder from those of Debian's fonts-noto-core and fonts-noto-cjk, with fonttools and zstd.

python3 make.py /usr/share/fonts/truetype/noto /usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc
"""
import os, subprocess, sys

from fontTools import subset
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont, newTable

HERE = os.path.dirname(os.path.abspath(__file__))

# What is Latin, Greek and Cyrillic, with their punctuation and signs.
SANS = ('20-7E A0-36F 370-52F 1D00-1DBF 1E00-1FFF 2010-2015 2018-2022 2026 202F 2030-2034 2039-203A 2044 2070-209F '
        '20A0-20C0 2116 2120-2122 2126 2190-2193 2212 2C60-2C7F 2DE0-2DFF 2E3A-2E3B A640-A69F A720-A7FF AB30-AB6F FB00-FB06')
# What is Chinese, Japanese and Korean: the basic block of Han whole, kana, bopomofo, all syllables of Hangul, and signs.
CJK = '2460-2473 2500-2503 2600-2642 266A-266F 25A0-25CF 2605-2606 3000-30FF 3105-312F 3131-318E 31F0-31FF 3200-33FF 4E00-9FFF AC00-D7A3 FF01-FFEE'
# Those that are written from left to right, one letter beside the other, need no tables of layout.
PLAIN = {'Georgian', 'Armenian', 'Ethiopic'}
SHAPED = 'Hebrew Arabic Thai Devanagari Bengali Gurmukhi Gujarati Tamil Telugu Kannada Malayalam Sinhala Khmer Lao Myanmar Thaana'.split()


def ranges(text):
    out = set()
    for part in text.split():
        first, _, last = part.partition('-')
        out |= set(range(int(first, 16), int(last or first, 16) + 1))
    return out


def cut(font, unicodes, features):
    o = subset.Options()
    o.hinting, o.notdef_outline, o.glyph_names, o.legacy_kern = False, True, False, False
    o.name_IDs = [0, 1, 2, 4, 5, 6, 13, 14]
    o.drop_tables += ['DSIG', 'STAT', 'BASE', 'VORG', 'vhea', 'vmtx', 'gasp']
    o.layout_features = features
    if not features:
        o.drop_tables += ['GSUB', 'GPOS', 'GDEF']
    s = subset.Subsetter(o)
    s.populate(unicodes=unicodes)
    s.subset(font)
    font['post'].formatType = 3
    return font


def coarse(font, upem):
    """Turns the curves of a font into those of TrueType, on a coarser grid: what is printed small needs no finer one."""
    glyphs, shapes, order, k = {}, font.getGlyphSet(), font.getGlyphOrder(), upem / font['head'].unitsPerEm
    for name in order:
        pen = TTGlyphPen(None)
        shapes[name].draw(TransformPen(Cu2QuPen(pen, 0.8, reverse_direction=True), (k, 0, 0, k, 0, 0)))
        glyphs[name] = pen.glyph()
    widths = {name: round(font['hmtx'][name][0] * k) for name in order}
    del font['CFF ']
    font.sfntVersion = '\x00\x01\x00\x00'
    font['loca'], font['glyf'] = newTable('loca'), newTable('glyf')
    font['glyf'].glyphOrder, font['glyf'].glyphs = order, glyphs
    for name in order:
        glyph = glyphs[name]
        for i, (x, y) in enumerate(getattr(glyph, 'coordinates', [])):
            glyph.coordinates[i] = (round(x), round(y))
        glyph.recalcBounds(font['glyf'])
        font['hmtx'][name] = (widths[name], getattr(glyph, 'xMin', 0))
    font['head'].unitsPerEm, font['head'].glyphDataFormat = upem, 0
    font['maxp'].tableVersion = 0x10000
    for field in ('maxTwilightPoints maxStorage maxFunctionDefs maxInstructionDefs maxStackElements maxSizeOfInstructions '
                  'maxComponentElements maxComponentDepth maxPoints maxContours maxCompositePoints maxCompositeContours').split():
        setattr(font['maxp'], field, 0)
    font['maxp'].maxZones = 1
    for table, fields in (('hhea', 'ascent descent lineGap'), ('OS/2', 'sTypoAscender sTypoDescender usWinAscent usWinDescent sxHeight sCapHeight')):
        for field in fields.split():
            setattr(font[table], field, round(getattr(font[table], field) * k))
    return font


def keep(font, name):
    path = os.path.join(HERE, name + '.ttf')
    font.save(path)
    subprocess.check_call(['zstd', '-q', '-f', '--ultra', '-22', '--rm', path])


noto, cjk = sys.argv[1], sys.argv[2]
marks = ['mark', 'mkmk', 'ccmp']
for weight in ('Regular', 'Bold'):
    keep(cut(TTFont(f'{noto}/NotoSans-{weight}.ttf'), ranges(SANS), marks), 'sans' if weight == 'Regular' else 'sans-bold')
for script in sorted(PLAIN):
    font = TTFont(f'{noto}/NotoSans{script}-Regular.ttf')
    keep(cut(font, set(font.getBestCmap()), []), script.lower())
for script in SHAPED:
    font = TTFont(f'{noto}/NotoSans{script}-Regular.ttf')
    keep(cut(font, set(font.getBestCmap()), subset.Options().layout_features), script.lower())
keep(coarse(cut(TTFont(cjk, fontNumber=2), ranges(CJK), []), 200), 'cjk')
