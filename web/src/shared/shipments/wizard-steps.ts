/** The steps in their order, named as in the address. */
export const WIZARD_STEPS = ['origin', 'destination', 'packages', 'service', 'review'] as const
export type WizardStep = (typeof WIZARD_STEPS)[number]

export const isWizardStep = (name: unknown): name is WizardStep => WIZARD_STEPS.some((step) => step === name)

const SERVICE = /^(service_id|quote_id|incoterm|direction|non_delivery|shipped_on|due_on|external_ref|notes)$/

/** The step that has a field, by its path in the form. */
export function stepOf(path: string): WizardStep {
  if (path.startsWith('from_') || /^(client|subsidiary|partner)_id$/.test(path)) return 'origin'
  if (path.startsWith('to_')) return 'destination'
  return SERVICE.test(path) ? 'service' : 'packages'
}

export const stepAfter = (step: WizardStep) => WIZARD_STEPS[WIZARD_STEPS.indexOf(step) + 1] ?? step
export const stepBefore = (step: WizardStep) => WIZARD_STEPS[WIZARD_STEPS.indexOf(step) - 1]

/** The step to go on with: the first that lacks something. */
export function openStep(missing: readonly string[]): WizardStep {
  const steps = missing.map(stepOf)
  return WIZARD_STEPS.find((step) => steps.includes(step)) ?? 'review'
}
