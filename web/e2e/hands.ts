import { expect, type Locator, type Page } from '@playwright/test'

/** Counts what a person does: a field filled in, an option chosen, a key or a button pressed is one action each. */
export class Hands {
  actions: string[] = []
  /** Characters typed. */
  typed = 0
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async fill(field: Locator, name: string, text: string) {
    await field.fill(text)
    this.did(`type ${name}`, text.length)
  }

  /** Types where the focus is. */
  async type(name: string, text: string) {
    await this.page.keyboard.type(text)
    this.did(`type ${name}`, text.length)
  }

  /** Types a few letters and takes the first match. */
  async choose(field: Locator, name: string, letters: string, option: RegExp) {
    await field.pressSequentially(letters)
    this.did(`type ${name}`, letters.length)
    const match = this.page.getByRole('option', { name: option }).first()
    await expect(match).toHaveAttribute('data-combobox-selected', 'true')
    await this.page.keyboard.press('Enter')
    this.did(`choose ${name}`)
  }

  /** The same for a name that may be any: its suggestions are only offered. */
  async pick(field: Locator, name: string, letters: string, option: RegExp) {
    await this.fill(field, name, letters)
    await this.page.getByRole('option', { name: option }).first().click()
    this.did(`choose ${name}`)
  }

  async press(button: Locator, name: string) {
    await button.click()
    this.did(`press ${name}`)
  }

  async key(key: string) {
    await this.page.keyboard.press(key)
    this.did(`key ${key}`)
  }

  private did(action: string, typed = 0) {
    this.actions.push(action)
    this.typed += typed
  }
}
