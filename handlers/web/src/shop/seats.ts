// A press within this of a seat chooses it, in pixels: seats are drawn smaller than fingers.
const finger = 22
const zooms = [1, 1.5, 2.25, 3.5]

/** The list beside the map is what counts: the map shows it, and changes it. */
export function seats(): void {
  const form = document.querySelector<HTMLFormElement>('.seats-form')
  if (form) {
    total(form)
    form.addEventListener('change', () => total(form))
  }
  const card = document.querySelector<HTMLElement>('[data-map]')
  const map = card?.querySelector<SVGSVGElement>('.seat-map')
  if (!card || !map) return
  const all = [...map.querySelectorAll<SVGElement>('[data-seat]:not(.mine)')].filter((s) => boxOf(s) && !boxOf(s)!.disabled)
  named(card, map, all)
  pressed(map, all)
  keyed(map, all)
  zoomed(card, map)
  document.addEventListener('change', (e) => {
    const box = e.target as HTMLInputElement
    const seat = box.name === 'seat' && all.find((s) => s.dataset.seat === box.value)
    if (seat) show(seat)
  })
}

/** Says which seats are chosen, and what they cost. */
function total(form: HTMLFormElement): void {
  const picked = [...form.querySelectorAll<HTMLInputElement>('[name=seat]:checked')]
  const says = form.querySelector<HTMLElement>('.seats-chosen')!
  says.hidden = picked.length === 0
  let sum = 0
  for (const box of picked) {
    const choice = form.querySelector<HTMLSelectElement>(`select[data-band="${box.dataset.band}"]`)?.selectedOptions[0]
    sum += Number((choice ?? form.querySelector<HTMLElement>(`.price[data-band="${box.dataset.band}"]`))?.dataset.price)
  }
  const currency = form.dataset.currency!
  const decimals = Number(form.dataset.decimals)
  const amount = new Intl.NumberFormat(document.documentElement.lang, { style: 'currency', currency, minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  says.querySelector('.price')!.textContent = amount.format(sum / 10 ** decimals)
  says.querySelector('.quiet')!.textContent = picked.map((box) => `${box.closest('fieldset')!.querySelector('legend')!.innerText} · ${box.parentElement!.innerText.trim()}`).join(', ')
}

function boxOf(seat: SVGElement): HTMLInputElement | null {
  return document.getElementById('seat' + seat.dataset.seat) as HTMLInputElement | null
}

/** Gives the seats of the map the names and states of the list. One of them can be tabbed to. */
function named(card: HTMLElement, map: SVGSVGElement, all: SVGElement[]): void {
  map.removeAttribute('aria-hidden')
  map.setAttribute('role', 'group')
  map.setAttribute('aria-label', card.getAttribute('aria-label') ?? '')
  card.removeAttribute('aria-label')
  const says = card.querySelector<HTMLElement>('.map-name')!
  says.hidden = false
  for (const seat of all) {
    const name = boxOf(seat)!.getAttribute('aria-label') ?? ''
    seat.setAttribute('role', 'checkbox')
    seat.setAttribute('aria-label', name)
    seat.setAttribute('tabindex', seat === all[0] ? '0' : '-1')
    show(seat)
    for (const come of ['focus', 'pointerenter']) seat.addEventListener(come, () => (says.textContent = name))
    seat.addEventListener('pointerleave', () => (says.textContent = says.dataset.hint ?? ''))
  }
}

function show(seat: SVGElement): void {
  const on = boxOf(seat)!.checked
  seat.classList.toggle('picked', on)
  seat.setAttribute('aria-checked', String(on))
}

function choose(seat: SVGElement): void {
  const box = boxOf(seat)!
  box.checked = !box.checked
  box.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Moves what can be tabbed to. */
function go(seat: SVGElement, all: SVGElement[], focus: boolean): void {
  for (const s of all) s.setAttribute('tabindex', s === seat ? '0' : '-1')
  if (focus) seat.focus()
}

export interface Place {
  x: number
  y: number
}

function middle(seat: Element): Place {
  const r = seat.getBoundingClientRect()
  return { x: r.x + r.width / 2, y: r.y + r.height / 2 }
}

function pressed(map: SVGSVGElement, all: SVGElement[]): void {
  map.addEventListener('click', (e) => {
    const seat = nearest({ x: e.clientX, y: e.clientY }, all.map(middle), finger)
    if (seat < 0) return
    choose(all[seat]!)
    go(all[seat]!, all, false)
  })
}

/** The nearest place within a distance, -1: there is none. */
export function nearest(from: Place, places: Place[], within: number): number {
  let best = -1
  let least = within ** 2
  places.forEach((p, i) => {
    const d = (p.x - from.x) ** 2 + (p.y - from.y) ** 2
    if (d <= least) [best, least] = [i, d]
  })
  return best
}

const ways: Record<string, Place> = { ArrowLeft: { x: -1, y: 0 }, ArrowRight: { x: 1, y: 0 }, ArrowUp: { x: 0, y: -1 }, ArrowDown: { x: 0, y: 1 } }

/** The next place in a direction, -1: there is none. What lies straight ahead comes first. */
export function next(from: Place, way: Place, places: Place[]): number {
  let best = -1
  let least = Infinity
  places.forEach((p, i) => {
    const ahead = (p.x - from.x) * way.x + (p.y - from.y) * way.y
    const aside = Math.abs((p.x - from.x) * way.y) + Math.abs((p.y - from.y) * way.x)
    if (ahead <= 0.5 || aside > ahead * 2) return
    if (ahead + aside * 3 < least) [best, least] = [i, ahead + aside * 3]
  })
  return best
}

function keyed(map: SVGSVGElement, all: SVGElement[]): void {
  map.addEventListener('keydown', (e) => {
    const at = all.indexOf(document.activeElement as SVGElement)
    if (at < 0) return
    if (e.key === ' ' || e.key === 'Enter') choose(all[at]!)
    else if (ways[e.key]) {
      const to = next(middle(all[at]!), ways[e.key]!, all.map(middle))
      if (to >= 0) go(all[to]!, all, true)
    } else return
    e.preventDefault()
  })
}

/** Makes the map larger and smaller, and opens it over the whole of a small window. */
function zoomed(card: HTMLElement, map: SVGSVGElement): void {
  const tools = card.querySelector<HTMLElement>('.map-do')!
  const open = tools.querySelector<HTMLElement>('[data-open]')!
  tools.hidden = false
  card.classList.add('live')
  let level = 0
  for (const button of tools.querySelectorAll<HTMLElement>('[data-zoom]')) {
    button.addEventListener('click', () => {
      level = Math.min(zooms.length - 1, Math.max(0, level + Number(button.dataset.zoom)))
      map.style.inlineSize = `${zooms[level]! * 100}%`
      map.style.maxBlockSize = level ? 'none' : ''
      map.querySelector('[tabindex="0"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    })
  }
  const whole = document.createElement('dialog')
  whole.className = 'map-whole'
  whole.setAttribute('aria-label', map.getAttribute('aria-label') ?? '')
  const place = document.createComment('')
  const bar = document.querySelector<HTMLElement>('.seats-bar')!
  const under = document.createComment('')
  open.addEventListener('click', () => {
    card.replaceWith(place)
    bar.replaceWith(under)
    whole.append(card, bar)
    place.after(whole)
    whole.showModal()
    map.querySelector<SVGElement>('[tabindex="0"]')?.focus()
  })
  tools.querySelector('[data-close]')!.addEventListener('click', () => whole.close())
  whole.addEventListener('close', () => {
    place.replaceWith(card)
    under.replaceWith(bar)
    whole.remove()
    open.focus()
  })
}
