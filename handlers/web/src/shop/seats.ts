/** A press on the map chooses the seat in the list; the nearest free one within a finger. */
export function seats(): void {
  const map = document.querySelector<SVGSVGElement>('.seat-map')
  if (!map) return
  const finger = 22
  map.addEventListener('click', (e) => {
    let best: SVGElement | undefined
    let least = finger * finger
    map.querySelectorAll<SVGElement>('[data-seat]:not(.mine)').forEach((s) => {
      const r = s.getBoundingClientRect()
      const d = (r.x + r.width / 2 - e.clientX) ** 2 + (r.y + r.height / 2 - e.clientY) ** 2
      if (d <= least) { best = s; least = d }
    })
    const box = best && document.getElementById('seat' + best.dataset.seat) as HTMLInputElement | null
    if (!box || box.disabled) return
    box.checked = !box.checked
    box.dispatchEvent(new Event('change', { bubbles: true }))
  })
  document.addEventListener('change', (e) => {
    const box = e.target as HTMLInputElement
    if (box.name === 'seat') map.querySelector(`[data-seat="${box.value}"]`)?.classList.toggle('picked', box.checked)
  })
}
