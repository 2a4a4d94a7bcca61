// The page of the payment where a gateway draws the field for the card. It is the only
// page with the script of somebody else.

/** What of the script of the gateway is used. */
interface Elements {
  create(kind: 'payment', options: object): { mount(at: string): void; on(event: 'ready' | 'loaderror', hear: () => void): void }
  submit(): Promise<{ error?: { message?: string } }>
}
interface Gateway {
  elements(options: object): Elements
  confirmPayment(options: object): Promise<{ error?: { message?: string } }>
}
declare global {
  interface Window {
    Stripe?: (key: string, options: object) => Gateway
  }
}

/** The colours of the page, for what the gateway draws. */
function appearance(): object {
  const style = getComputedStyle(document.documentElement)
  const of = (name: string) => style.getPropertyValue(name).trim()
  return {
    theme: 'stripe',
    variables: {
      colorPrimary: of('--fill'), colorBackground: of('--card'), colorText: of('--ink'), colorTextSecondary: of('--ink-2'),
      colorDanger: of('--bad'), fontFamily: of('--sans'), borderRadius: of('--r-field'), fontSizeBase: '16px',
    },
  }
}

function start(form: HTMLFormElement): void {
  const data = form.dataset
  const button = form.querySelector<HTMLButtonElement>('.button.main')!
  const banner = form.querySelector<HTMLElement>('[data-problem]')!
  const place = document.getElementById('card-element')!

  /** Says what is wrong, and lets the buyer try again. */
  function fail(text: string | undefined): void {
    banner.querySelector('b')!.textContent = text || data.unreachable!
    banner.hidden = false
    button.removeAttribute('aria-disabled')
  }

  if (data.confirmed !== undefined) {
    form.submit() // the bank said yes on a page of its own
    return
  }
  if (!window.Stripe) {
    place.removeAttribute('aria-busy')
    fail(undefined)
    return
  }
  const gateway = window.Stripe(data.key!, { stripeAccount: data.account || undefined, locale: document.documentElement.lang })
  const elements = gateway.elements({
    mode: 'payment', amount: Number(data.minor), currency: data.currency!.toLowerCase(), captureMethod: 'manual',
    paymentMethodTypes: ['card'], appearance: appearance(),
  })
  const field = elements.create('payment', { layout: 'tabs' })
  field.on('ready', () => place.removeAttribute('aria-busy'))
  field.on('loaderror', () => fail(undefined))
  field.mount('#card-element')

  async function pay(): Promise<void> {
    const typed = await elements.submit()
    if (typed.error) return fail(typed.error.message)
    const answer = await fetch(data.element!, { method: 'POST', body: new URLSearchParams(new FormData(form) as unknown as Record<string, string>) })
    const news = (await answer.json()) as { secret?: string; to?: string; problem?: string }
    if (news.to) return location.assign(news.to)
    if (!news.secret) return fail(news.problem)
    const done = await gateway.confirmPayment({ elements, clientSecret: news.secret, confirmParams: { return_url: data.return }, redirect: 'if_required' })
    if (done.error) return fail(done.error.message)
    form.submit()
  }

  form.addEventListener('submit', (e) => {
    e.preventDefault()
    if (button.getAttribute('aria-disabled')) return
    button.setAttribute('aria-disabled', 'true')
    banner.hidden = true
    pay().catch(() => fail(undefined))
  })
}

// Scripts that are deferred have run by then, that of the gateway too.
window.addEventListener('DOMContentLoaded', () => {
  const form = document.querySelector<HTMLFormElement>('form[data-element]')
  if (form) start(form)
})

export {}
