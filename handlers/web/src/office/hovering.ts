/** What a chart shows where somebody points: the row of its table. Without a pointer the table itself tells it. */
export function hovering(): void {
  document.addEventListener('pointermove', (e) => {
    const svg = e.target instanceof Element ? e.target.closest<SVGSVGElement>('[data-hover] svg[data-plot]') : null
    for (const tip of document.querySelectorAll<HTMLElement>('.tip')) if (!svg || tip.parentElement !== svg.closest('.drawn')) tip.remove()
    if (svg) show(svg, e.clientX)
  })
}

function show(svg: SVGSVGElement, x: number): void {
  const figure = svg.closest<HTMLElement>('.drawn')
  const table = figure?.querySelector('table')
  if (!figure || !table) return
  const box = svg.getBoundingClientRect(), scale = svg.viewBox.baseVal.width / box.width
  const [from = 0, to = 1] = (svg.dataset['plot'] ?? '').split(' ').map(Number)
  const rows = table.tBodies[0]?.rows ?? []
  const at = Math.floor((((x - box.left) * scale - from) / (to - from)) * rows.length)
  const row = rows[at]
  let tip = figure.querySelector<HTMLElement>('.tip')
  if (!row) {
    tip?.remove()
    return
  }
  if (!tip) {
    tip = document.createElement('div')
    tip.className = 'tip'
    tip.setAttribute('aria-hidden', 'true')
    figure.append(tip)
  }
  const heads = table.tHead?.rows[0]?.cells ?? []
  tip.replaceChildren()
  for (const [i, cell] of Array.from(row.cells).entries()) {
    const line = document.createElement(i === 0 ? 'b' : 'span')
    line.textContent = i === 0 ? cell.textContent : `${heads[i]?.textContent ?? ''} ${cell.textContent ?? ''}`
    tip.append(line)
  }
  const middle = box.left + ((from + ((at + 0.5) * (to - from)) / rows.length) / scale) - figure.getBoundingClientRect().left
  tip.style.insetInlineStart = `${Math.max(0, Math.min(middle + 12, figure.clientWidth - tip.offsetWidth - 8))}px`
}
