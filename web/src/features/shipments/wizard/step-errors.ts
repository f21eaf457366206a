import type { TFunction } from 'i18next'
import { stepOf, type WizardStep } from '@/shared/shipments/wizard-steps'
import { missingOf, type NeedsOf } from '../form/missing'
import { shipmentErrors } from '../form/rules'
import type { ShipmentValues } from '../form/values'

/** The field at which a missing detail is filled in. */
export function fieldOf(name: string, { parcels, items }: ShipmentValues) {
  if (name === 'items') return items.length > 0 ? 'items.0.description' : 'items.add'
  if (name !== 'declared_weight_g') return name
  const unweighed = parcels.findIndex((parcel) => !parcel.weight_g)
  return unweighed >= 0 ? `parcels.${unweighed}.weight_g` : name
}

/** Fields that were told to be required and are no longer: what they wanted can stand in another field, such as a weight. */
export const metFields = (
  told: Record<string, unknown>,
  left: Record<string, string>,
  required: string,
): string[] => Object.keys(told).filter((path) => told[path] === required && left[path] === undefined)

/** Errors that keep a step from being left: its wrong fields, and those that shipping needs. */
export function stepErrors(
  values: ShipmentValues,
  step: WizardStep,
  t: TFunction<['codes', 'common']>,
  needsOf: NeedsOf,
) {
  const needed = missingOf(values, needsOf).map((name) => [fieldOf(name, values), t('codes:required')])
  const errors: Record<string, string> = { ...Object.fromEntries(needed), ...shipmentErrors(values, t) }
  return Object.fromEntries(Object.entries(errors).filter(([path]) => stepOf(path) === step))
}
