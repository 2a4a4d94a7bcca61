import { bandOf, groups, keyOf, type Doc, type Point, type Ref } from './doc'
import type { Box } from './geometry'

/** What of the plan is seen: the place in its middle, and how many pixels a unit of it has. */
export interface View { x: number; y: number; scale: number }

export interface Scene { doc: Doc; chosen: ReadonlySet<Ref>; view: View; picture?: ImageBitmap; drawn?: Box; problems: ReadonlySet<Ref> }

/** From how many pixels a unit on seats are drawn; below that rows are lines. */
export const seatsFrom = 5

export const toPlan = (v: View, w: number, h: number, px: number, py: number): Point => ({ x: v.x + (px - w / 2) / v.scale, y: v.y + (py - h / 2) / v.scale })

/** The view in which all of a box is seen. */
export function fitting(box: Box | undefined, w: number, h: number): View {
  if (!box) return { x: 0, y: 0, scale: 24 }
  const [wide, high] = [box.right - box.left + 4, box.bottom - box.top + 4]
  return { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2, scale: Math.min(40, w / wide, h / high) }
}

/** Paints the plan. Colours are those of the page, so that it is dark where the page is. */
export function paint(g: CanvasRenderingContext2D, s: Scene, colour: (name: string) => string): void {
  const { width: w, height: h } = g.canvas
  const { view } = s
  g.setTransform(1, 0, 0, 1, 0, 0)
  g.clearRect(0, 0, w, h)
  g.setTransform(view.scale, 0, 0, view.scale, w / 2 - view.x * view.scale, h / 2 - view.y * view.scale)
  if (s.picture) {
    g.globalAlpha = 0.35
    const wide = 40
    const high = (wide * s.picture.height) / s.picture.width
    g.drawImage(s.picture, -wide / 2, -4, wide, high)
    g.globalAlpha = 1
  }
  const [from, to] = [toPlan(view, w, h, 0, 0), toPlan(view, w, h, w, h)]
  const shown = (p: Point): boolean => p.x > from.x - 2 && p.x < to.x + 2 && p.y > from.y - 2 && p.y < to.y + 2
  const bands = new Map(s.doc.priceBands.map((b, i) => [keyOf(b), colour(`--band${i % 5}`)]))
  if (view.scale < seatsFrom) lines(g, s, bands, colour)
  else seats(g, s, bands, colour, shown)
  if (s.doc.focalPoint) {
    g.fillStyle = colour('--edge')
    g.fillRect(s.doc.focalPoint.x - 3, s.doc.focalPoint.y - 0.4, 6, 0.8)
  }
  if (s.drawn) {
    g.strokeStyle = colour('--info')
    g.lineWidth = 1 / view.scale
    g.strokeRect(s.drawn.left, s.drawn.top, s.drawn.right - s.drawn.left, s.drawn.bottom - s.drawn.top)
  }
}

/** From afar a row is a line: 60,000 seats are 600 of them. */
function lines(g: CanvasRenderingContext2D, s: Scene, bands: Map<string, string>, colour: (name: string) => string): void {
  g.lineWidth = 0.7
  g.lineCap = 'round'
  for (const [ref, row] of groups(s.doc)) {
    const [first] = row.seats
    if (!first) continue
    g.strokeStyle = s.problems.has(ref) ? colour('--bad') : s.chosen.has(ref) ? colour('--ink') : (bands.get(bandOf(row, first)) ?? colour('--bad'))
    g.beginPath()
    g.moveTo(first.x, first.y)
    for (const seat of row.seats.slice(1)) g.lineTo(seat.x, seat.y)
    if (row.seats.length === 1) g.lineTo(first.x + 0.01, first.y)
    g.stroke()
  }
}

function seats(g: CanvasRenderingContext2D, s: Scene, bands: Map<string, string>, colour: (name: string) => string, shown: (p: Point) => boolean): void {
  g.textAlign = 'center'
  g.textBaseline = 'middle'
  const words = s.view.scale >= 18
  g.font = '600 0.42px system-ui, sans-serif'
  const [ink, card, bad, quiet] = [colour('--ink'), colour('--card'), colour('--bad'), colour('--ink-2')]
  for (const [ref, row] of groups(s.doc)) {
    const chosen = s.chosen.has(ref)
    for (const seat of row.seats) {
      if (!shown(seat)) continue
      g.fillStyle = s.problems.has(ref) && !chosen ? bad : chosen ? ink : (bands.get(bandOf(row, seat)) ?? bad)
      g.beginPath()
      g.arc(seat.x, seat.y, 0.4, 0, 7)
      g.fill()
      if (words) {
        g.fillStyle = card
        g.fillText(seat.name.slice(0, 4), seat.x, seat.y + 0.02)
      }
    }
    const [a, b] = row.seats
    if (a && shown(a)) {
      g.fillStyle = quiet
      g.fillText(row.name.slice(0, 12), b ? 2 * a.x - b.x : a.x - 1, b ? 2 * a.y - b.y : a.y)
    }
  }
}

/** The row or table of the seat that lies under a place. */
export function hit(doc: Doc, at: Point): Ref | undefined {
  let best: Ref | undefined
  let least = 0.6
  for (const [ref, row] of groups(doc)) {
    for (const s of row.seats) {
      const far = Math.hypot(s.x - at.x, s.y - at.y)
      if (far < least) [least, best] = [far, ref]
    }
  }
  return best
}
