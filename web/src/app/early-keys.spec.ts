import { afterEach, expect, it, vi } from 'vitest'
import { keepKeys, takeKeys } from './early-keys'

const press = (key: string, init: KeyboardEventInit = {}, target: EventTarget = document.body) =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }))

afterEach(() => {
  takeKeys()
  document.body.replaceChildren()
})

it('keeps the keys for the dialog that is to come, and the page does not hear them', () => {
  const page = vi.fn()
  document.addEventListener('keydown', page)
  keepKeys()
  for (const key of ['a', 'n', 'Shift', 'n']) press(key)
  press('k', { ctrlKey: true })
  expect(takeKeys()).toBe('ann')
  expect(page.mock.calls.map(([event]) => event.key)).toEqual(['Shift', 'k'])
  document.removeEventListener('keydown', page)
})

it('leaves the keys alone once they were taken', () => {
  keepKeys()
  takeKeys()
  expect(press('n')).toBe(true)
  expect(takeKeys()).toBe('')
})

it('leaves the keys to a dialog that has the focus, and ends at Escape', () => {
  const dialog = document.createElement('div')
  dialog.setAttribute('role', 'dialog')
  document.body.append(dialog)
  keepKeys()
  expect(press('n', {}, dialog)).toBe(true)
  keepKeys()
  press('Escape')
  expect(press('n')).toBe(true)
})
