import type { Point } from './doc'

/** A thousandth is what the box office keeps. */
export const rounded = (p: Point): Point => ({ x: Math.round(p.x * 1000) / 1000, y: Math.round(p.y * 1000) / 1000 })

/**
 * So many places side by side around a middle. Bend is how far the row goes round a point in
 * front of it, in degrees: 0 is straight, and below that it opens to the back. The places stay as
 * far from each other as they were.
 */
export function inRow(n: number, pitch: number, bend: number, at: Point): Point[] {
  const length = pitch * (n - 1)
  if (n < 2 || Math.abs(bend) < 0.01) return Array.from({ length: n }, (_, i) => rounded({ x: at.x + i * pitch - length / 2, y: at.y }))
  const whole = (bend * Math.PI) / 180
  const radius = length / whole
  return Array.from({ length: n }, (_, i) => {
    const turn = whole * (i / (n - 1) - 0.5)
    return rounded({ x: at.x + radius * Math.sin(turn), y: at.y + radius * (Math.cos(turn) - 1) })
  })
}

/** So many places around a table, the first of them in front. */
export function around(n: number, pitch: number, at: Point): Point[] {
  const radius = Math.max(pitch * 0.9, (pitch * n) / (2 * Math.PI))
  return Array.from({ length: n }, (_, i) => {
    const turn = (2 * Math.PI * i) / n - Math.PI / 2
    return rounded({ x: at.x + radius * Math.cos(turn), y: at.y + radius * Math.sin(turn) })
  })
}

export interface Box { left: number; top: number; right: number; bottom: number }

/** What lies around some points; undefined without any. */
export function boxOf(points: Iterable<Point>): Box | undefined {
  let box: Box | undefined
  for (const p of points) {
    if (!box) box = { left: p.x, right: p.x, top: p.y, bottom: p.y }
    else {
      box.left = Math.min(box.left, p.x)
      box.right = Math.max(box.right, p.x)
      box.top = Math.min(box.top, p.y)
      box.bottom = Math.max(box.bottom, p.y)
    }
  }
  return box
}

export const middle = (b: Box): Point => ({ x: (b.left + b.right) / 2, y: (b.top + b.bottom) / 2 })

/** The mean distance of neighbours, 1 where there are none. */
export function pitchOf(points: Point[]): number {
  if (points.length < 2) return 1
  let sum = 0
  for (let i = 1; i < points.length; i++) sum += Math.hypot(points[i]!.x - points[i - 1]!.x, points[i]!.y - points[i - 1]!.y)
  return sum / (points.length - 1) || 1
}
