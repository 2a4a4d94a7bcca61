/** Answers are kept as soon as a field is left, and a problem goes once it is put right. */
export function saving(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-save]')
  if (!form) return
  form.addEventListener('change', (e) => {
    const body = new URLSearchParams(new FormData(form) as unknown as Record<string, string>)
    body.set('do', 'save')
    void fetch(form.action, { method: 'POST', body, keepalive: true }).catch(() => {})
    const field = e.target as HTMLInputElement
    if (field.getAttribute('aria-invalid') && field.checkValidity()) {
      field.removeAttribute('aria-invalid')
      // It keeps its space: the button that is being pressed must not move away.
      field.closest('.field')?.querySelector('.problem')?.classList.add('settled')
    }
  })
}
