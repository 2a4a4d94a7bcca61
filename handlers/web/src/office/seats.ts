/**
 * Seats are chosen on the plan: one by one, whole rows, or by a rectangle. What is chosen are the
 * boxes of the list below it, so that both say the same.
 */
const form = document.querySelector<HTMLFormElement>('form[data-seats]')
const map = document.querySelector<SVGSVGElement>('svg[data-map]')
const tools = document.querySelector<HTMLElement>('[data-tools]')

if (map && tools) {
  tools.hidden = false
  zooming(map, tools)
}
if (form) choosing(form, map, tools)

function zooming(map: SVGSVGElement, tools: HTMLElement): void {
  let zoom = 1
  const view = map.parentElement
  for (const b of tools.querySelectorAll<HTMLElement>('[data-zoom]')) {
    b.addEventListener('click', () => {
      zoom = Math.min(8, Math.max(1, zoom * (b.dataset['zoom'] === '1' ? 1.5 : 1 / 1.5)))
      map.style.inlineSize = `${Math.round(zoom * 100)}%`
      view?.classList.toggle('zoomed', zoom > 1)
    })
  }
}

function choosing(form: HTMLFormElement, map: SVGSVGElement | null, tools: HTMLElement | null): void {
  const boxes = new Map([...form.querySelectorAll<HTMLInputElement>('input[name=spaceIds]')].map((b) => [b.value, b]))
  const signs = new Map([...(map?.querySelectorAll<SVGElement>('[data-seat]') ?? [])].map((s) => [s.dataset['seat'] ?? '', s]))
  const told = form.querySelector('[data-chosen]')
  const tell = (): void => {
    let n = 0
    for (const [id, box] of boxes) {
      signs.get(id)?.classList.toggle('chosen', box.checked)
      if (box.checked) n++
    }
    if (told) told.textContent = (n === 0 ? form.dataset['none'] : n === 1 ? form.dataset['single'] : form.dataset['many'])?.replace(/\d+/, String(n)) ?? ''
  }
  const row = (box: HTMLInputElement): HTMLInputElement[] => [...(box.closest('fieldset')?.querySelectorAll<HTMLInputElement>('input[name=spaceIds]') ?? [])]
  const choose = (all: HTMLInputElement[], on: boolean): void => {
    for (const b of all) b.checked = on
    tell()
  }
  form.addEventListener('change', tell)
  for (const b of form.querySelectorAll<HTMLButtonElement>('[data-choose-row]')) {
    b.hidden = false
    b.addEventListener('click', () => {
      const all = [...(b.closest('fieldset')?.querySelectorAll<HTMLInputElement>('input[name=spaceIds]') ?? [])]
      choose(all, !all.every((x) => x.checked))
    })
  }
  tell()
  if (!map) return
  let byRow = false
  for (const b of tools?.querySelectorAll<HTMLElement>('[data-tool]') ?? []) {
    b.addEventListener('click', () => {
      byRow = b.dataset['tool'] === 'row'
      for (const other of tools?.querySelectorAll('[data-tool]') ?? []) other.setAttribute('aria-pressed', String(other === b))
    })
  }
  dragging(map, (target) => {
    const box = boxes.get(target.closest<SVGElement>('[data-seat]')?.dataset['seat'] ?? '')
    if (box) choose(byRow ? row(box) : [box], !box.checked)
  }, (inside) => {
    choose([...signs].filter(([, s]) => inside(s.getBoundingClientRect())).map(([id]) => boxes.get(id)).filter((b) => b !== undefined), true)
  })
}

/** A press on a sign, or a rectangle that is drawn over several. */
function dragging(map: SVGSVGElement, press: (at: Element) => void, drawn: (inside: (r: DOMRect) => boolean) => void): void {
  let from: { x: number; y: number } | undefined
  let shape: SVGRectElement | undefined
  const local = (x: number, y: number): DOMPoint => new DOMPoint(x, y).matrixTransform(map.getScreenCTM()?.inverse())
  map.addEventListener('pointerdown', (e) => {
    if (e.button === 0 && e.pointerType === 'mouse') {
      from = { x: e.clientX, y: e.clientY }
      e.preventDefault()
    }
  })
  map.addEventListener('pointermove', (e) => {
    if (!from || Math.hypot(e.clientX - from.x, e.clientY - from.y) < 6) return
    if (!shape) {
      shape = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
      shape.classList.add('drawn')
      map.append(shape)
      map.setPointerCapture(e.pointerId)
    }
    const a = local(Math.min(from.x, e.clientX), Math.min(from.y, e.clientY))
    const b = local(Math.max(from.x, e.clientX), Math.max(from.y, e.clientY))
    for (const [name, value] of Object.entries({ x: a.x, y: a.y, width: b.x - a.x, height: b.y - a.y })) shape.setAttribute(name, String(value))
  })
  map.addEventListener('pointerup', (e) => {
    if (shape && from) {
      const [l, r] = [Math.min(from.x, e.clientX), Math.max(from.x, e.clientX)]
      const [t, b] = [Math.min(from.y, e.clientY), Math.max(from.y, e.clientY)]
      drawn((s) => s.left + s.width / 2 >= l && s.left + s.width / 2 <= r && s.top + s.height / 2 >= t && s.top + s.height / 2 <= b)
      shape.remove()
    } else press(e.target as Element)
    shape = from = undefined
  })
}
