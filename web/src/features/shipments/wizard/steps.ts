import type { TFunction } from 'i18next'
import { missingOf, type Needed, shipmentErrors } from '../form/rules'
import type { ShipmentValues } from '../form/values'

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

/** The field at which a missing detail is filled in. */
export function fieldOf(name: Needed | string, { parcels, items }: ShipmentValues) {
  if (name === 'items') return items.length > 0 ? 'items.0.description' : 'items.add'
  if (name !== 'declared_weight_g') return name
  const unweighed = parcels.findIndex((parcel) => !parcel.weight_g)
  return unweighed >= 0 ? `parcels.${unweighed}.weight_g` : name
}

/** What keeps a step from being left: its wrong fields, and those that shipping needs. */
export function stepErrors(values: ShipmentValues, step: WizardStep, t: TFunction<['codes', 'common']>) {
  const needed = missingOf(values).map((name) => [fieldOf(name, values), t('codes:required')])
  const errors: Record<string, string> = { ...Object.fromEntries(needed), ...shipmentErrors(values, t) }
  return Object.fromEntries(Object.entries(errors).filter(([path]) => stepOf(path) === step))
}

/** The step to go on with: the first that lacks something. */
export function openStep(missing: readonly string[]): WizardStep {
  const steps = missing.map(stepOf)
  return WIZARD_STEPS.find((step) => steps.includes(step)) ?? 'review'
}
