// How long somebody stops typing before what there is is kept, in milliseconds.
const pause = 1_500

/** Answers are kept as soon as a field is left, or typing in it stops; a problem goes once it is put right. */
export function saving(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-save]')
  if (!form) return
  let later = 0
  const keep = (): void => {
    clearTimeout(later)
    const body = new URLSearchParams(new FormData(form) as unknown as Record<string, string>)
    body.set('do', 'save')
    void fetch(form.action, { method: 'POST', body, keepalive: true }).catch(() => {})
  }
  form.addEventListener('input', () => {
    clearTimeout(later)
    later = window.setTimeout(keep, pause)
  })
  form.addEventListener('change', (e) => {
    keep()
    const field = e.target as HTMLInputElement
    if (field.getAttribute('aria-invalid') && field.checkValidity()) {
      field.removeAttribute('aria-invalid')
      // It keeps its space: the button that is being pressed must not move away.
      field.closest('.field')?.querySelector('.problem')?.classList.add('settled')
    }
  })
}
