/** Rows are dragged into their order; the arrows of a row do the same. */
export function moving(): void {
  for (const table of document.querySelectorAll<HTMLTableElement>('table[data-rows]')) {
    let dragged: HTMLTableRowElement | null = null
    for (const row of table.querySelectorAll<HTMLTableRowElement>('tr[data-row]')) {
      row.draggable = true
      row.addEventListener('dragstart', (e) => {
        dragged = row
        row.classList.add('dragged')
        if (e.dataTransfer) e.dataTransfer.effectAllowed = 'move'
      })
      row.addEventListener('dragend', () => row.classList.remove('dragged'))
      row.addEventListener('dragover', (e) => {
        if (!dragged || dragged === row || dragged.parentNode !== row.parentNode) return
        e.preventDefault()
        const half = row.getBoundingClientRect()
        row.parentNode?.insertBefore(dragged, e.clientY < half.top + half.height / 2 ? row : row.nextSibling)
      })
      row.addEventListener('drop', (e) => {
        e.preventDefault()
        if (dragged) put(table, dragged)
      })
    }
  }
}

/** Sends where a row stands now. */
function put(table: HTMLTableElement, row: HTMLTableRowElement): void {
  const next = row.nextElementSibling as HTMLElement | null
  const form = document.createElement('form')
  form.method = 'post'
  form.action = table.dataset['rows'] ?? ''
  for (const [name, value] of [['id', row.dataset['row']], ['beforeId', next?.dataset['row']]] as const) {
    const field = document.createElement('input')
    field.type = 'hidden'
    field.name = name
    field.value = value ?? ''
    form.append(field)
  }
  document.body.append(form)
  form.submit()
}
