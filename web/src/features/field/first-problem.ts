/** A sheet is longer than the phone: what is wrong comes into view, and takes the focus where it is a field. */
export function showFirstProblem(form: HTMLFormElement | null) {
  const first = form?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')
  if (first?.matches('input, textarea')) first.focus()
  else first?.scrollIntoView({ block: 'center' })
}
