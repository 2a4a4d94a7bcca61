import { useEffect, useRef } from 'preact/hooks'
import { groups, type Point, type Ref } from './doc'
import { within } from './edit'
import { boxOf, type Box } from './geometry'
import { fitting, hit, paint, toPlan, type Scene, type View } from './paint'

interface Props {
  scene: Omit<Scene, 'view' | 'drawn'>
  label: string
  choose: (refs: Ref[], add: boolean) => void
  move: (dx: number, dy: number) => void
  /** Which part is seen is the board's own; it tells how to zoom. */
  zoom: (to: (by: number) => void) => void
  middle: (at: () => Point) => void
}

/** The drawing. What can be done here, the list does as well. */
export function Board({ scene, label, choose, move, zoom, middle }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const view = useRef<View | undefined>(undefined)
  const drawn = useRef<Box | undefined>(undefined)
  const latest = useRef(scene)
  latest.current = scene
  const asked = useRef(0)
  const draw = (): void => {
    cancelAnimationFrame(asked.current)
    asked.current = requestAnimationFrame(() => {
      const c = canvas.current
      const g = c?.getContext('2d')
      if (!c || !g) return
      const style = getComputedStyle(c)
      view.current ??= fitting(boxOf(points(latest.current)), c.width, c.height)
      paint(g, { ...latest.current, view: view.current, drawn: drawn.current }, (name) => style.getPropertyValue(name))
    })
  }
  useEffect(draw)
  useEffect(() => {
    const c = canvas.current
    if (!c) return
    const fit = (): void => {
      const r = c.getBoundingClientRect()
      c.width = Math.round(r.width * devicePixelRatio)
      c.height = Math.round(r.height * devicePixelRatio)
      draw()
    }
    const seen = new ResizeObserver(fit)
    seen.observe(c)
    zoom((by) => {
      if (view.current) view.current = by === 0 ? fitting(boxOf(points(latest.current)), c.width, c.height) : { ...view.current, scale: Math.min(120, Math.max(0.2, view.current.scale * by)) }
      draw()
    })
    middle(() => ({ x: Math.round(view.current?.x ?? 0), y: Math.round(view.current?.y ?? 0) }))
    return () => seen.disconnect()
  }, [])

  const at = (e: PointerEvent | WheelEvent): Point => {
    const c = canvas.current!
    const r = c.getBoundingClientRect()
    return toPlan(view.current!, c.width, c.height, (e.clientX - r.left) * devicePixelRatio, (e.clientY - r.top) * devicePixelRatio)
  }
  const press = (e: PointerEvent): void => {
    const c = canvas.current
    if (!c || !view.current) return
    c.setPointerCapture(e.pointerId)
    const from = at(e)
    const under = hit(latest.current.doc, from)
    const hand = e.button === 1 || e.altKey
    let last = from
    const go = (m: PointerEvent): void => {
      const now = at(m)
      if (hand) view.current = { ...view.current!, x: view.current!.x + from.x - now.x, y: view.current!.y + from.y - now.y }
      else if (!under) drawn.current = { left: Math.min(from.x, now.x), right: Math.max(from.x, now.x), top: Math.min(from.y, now.y), bottom: Math.max(from.y, now.y) }
      last = now
      draw()
    }
    const end = (): void => {
      c.removeEventListener('pointermove', go)
      const box = drawn.current
      drawn.current = undefined
      if (hand) return
      const far = Math.hypot(last.x - from.x, last.y - from.y) * view.current!.scale > 6
      if (under && far) {
        if (!latest.current.chosen.has(under)) choose([under], false)
        move(Math.round((last.x - from.x) * 2) / 2, Math.round((last.y - from.y) * 2) / 2)
      } else if (box && far) choose(within(latest.current.doc, (p) => p.x >= box.left && p.x <= box.right && p.y >= box.top && p.y <= box.bottom), e.shiftKey)
      else choose(under ? [under] : [], e.shiftKey)
      draw()
    }
    c.addEventListener('pointermove', go)
    c.addEventListener('pointerup', end, { once: true })
  }
  const wheel = (e: WheelEvent): void => {
    if (!view.current) return
    e.preventDefault()
    const v = view.current
    if (e.ctrlKey || e.metaKey) {
      const p = at(e)
      const scale = Math.min(120, Math.max(0.2, v.scale * Math.exp(-e.deltaY / 300)))
      view.current = { scale, x: p.x + ((v.x - p.x) * v.scale) / scale, y: p.y + ((v.y - p.y) * v.scale) / scale }
    } else view.current = { ...v, x: v.x + (e.deltaX * devicePixelRatio) / v.scale, y: v.y + (e.deltaY * devicePixelRatio) / v.scale }
    draw()
  }
  const keys = (e: KeyboardEvent): void => {
    const by = ({ ArrowLeft: [-0.5, 0], ArrowRight: [0.5, 0], ArrowUp: [0, -0.5], ArrowDown: [0, 0.5] } as Record<string, [number, number]>)[e.key]
    if (!by) return
    e.preventDefault()
    if (latest.current.chosen.size > 0) move(...by)
    else if (view.current) view.current = { ...view.current, x: view.current.x + by[0] * 4, y: view.current.y + by[1] * 4 }
    draw()
  }
  return <canvas ref={canvas} class="plan-board" tabIndex={0} role="application" aria-label={label} onPointerDown={press} onWheel={wheel} onKeyDown={keys} />
}

function* points({ doc }: { doc: Scene['doc'] }): Generator<Point> {
  for (const [, g] of groups(doc)) yield* g.seats
  if (doc.focalPoint) yield doc.focalPoint
}
