/** A form that pays is sent once, however often its button is pressed. */
export function once(): void {
  document.addEventListener('submit', (e) => {
    const form = e.target as HTMLFormElement
    if (!form.matches('[data-once], [data-save]')) return
    if (form.dataset.sent) {
      e.preventDefault()
      return
    }
    form.dataset.sent = 'true'
    e.submitter?.setAttribute('aria-disabled', 'true')
  })
  // A page that comes back from the memory of the browser can be sent again.
  window.addEventListener('pageshow', (e) => {
    if (!e.persisted) return
    document.querySelectorAll<HTMLFormElement>('form[data-sent]').forEach((f) => {
      delete f.dataset.sent
      f.querySelector('[aria-disabled]')?.removeAttribute('aria-disabled')
    })
  })
}
