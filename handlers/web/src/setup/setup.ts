// Shows and hides the password.
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-reveal]')) {
  const field = document.getElementById(button.dataset['reveal']!) as HTMLInputElement
  const words = button.querySelector('span')!
  button.hidden = false
  button.addEventListener('click', () => {
    const shown = field.type === 'text'
    field.type = shown ? 'password' : 'text'
    words.textContent = (shown ? button.dataset['show'] : button.dataset['hide']) ?? ''
    field.focus()
  })
}

// The browser knows its time zone, and with it the currency is a better guess.
const zones = document.querySelector<HTMLSelectElement>('select[data-guessed]')
if (zones) {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const option = [...zones.options].find((o) => o.value === own)
  const currency = document.querySelector<HTMLSelectElement>('#currency')
  if (option && currency) {
    option.selected = true
    currency.value = option.dataset['currency'] ?? currency.value
  }
}

// Copies an address.
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
  const field = document.getElementById(button.dataset['copy']!) as HTMLInputElement
  field.addEventListener('focus', () => field.select())
  if (!navigator.clipboard) continue
  button.hidden = false
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(field.value).then(() => { button.textContent = button.dataset['copied'] ?? '' })
  })
}

// The picture beside the form follows what is typed.
const shown = (name: string) => document.querySelector<HTMLElement>(`[data-shown="${name}"]`)
const title = document.querySelector<HTMLInputElement>('#title')
const heading = shown('title')
const before = heading?.textContent ?? ''
title?.addEventListener('input', () => { if (heading) heading.textContent = title.value || before })

const list = document.querySelector<HTMLElement>('[data-tickets]')
const kinds = document.querySelector<HTMLElement>('.kinds')
function draw(): void {
  const rows = [...kinds!.querySelectorAll('fieldset')].map((set) => {
    const [name, price] = ['name', 'price'].map((f) => set.querySelector<HTMLInputElement>(`[name^="${f}."]`)!.value.trim())
    const symbol = set.querySelector('.money > span')?.textContent ?? ''
    if (!name) return undefined
    const row = document.createElement('li')
    const what = document.createElement('b')
    what.dir = 'auto'
    what.textContent = name
    const cost = document.createElement('span')
    cost.className = 'price'
    cost.textContent = price ? symbol + price : ''
    row.append(what, cost)
    return row
  })
  list!.replaceChildren(...rows.filter((r) => r !== undefined))
}
if (list && kinds) kinds.addEventListener('input', draw)
