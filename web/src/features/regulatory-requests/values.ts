import type { RegulatoryCategory, RegulatoryCouncil, RegulatoryRequest } from '@/api/schema'

/** All fields there, unset ones null. */
export type RegulatoryValues = {
  subject_code: string | null
  category: RegulatoryCategory | null
  patient: string | null
  cpf: string | null
  authorization_no: string | null
  authorization_valid_to: string | null
  product: string | null
  quantity: string | null
  posology: string | null
  prescriber: string | null
  council: RegulatoryCouncil | null
  council_state: string | null
  council_number: string | null
  prescription_date: string | null
  version?: number
}

export const NO_VALUES: RegulatoryValues = {
  subject_code: null,
  category: null,
  patient: null,
  cpf: null,
  authorization_no: null,
  authorization_valid_to: null,
  product: null,
  quantity: null,
  posology: null,
  prescriber: null,
  council: null,
  council_state: null,
  council_number: null,
  prescription_date: null,
}

export const valuesOf = (request: RegulatoryRequest): RegulatoryValues => ({
  subject_code: request.subject_code,
  category: request.category,
  patient: request.patient,
  cpf: request.cpf,
  authorization_no: request.authorization_no,
  authorization_valid_to: request.authorization_valid_to,
  product: request.product,
  quantity: request.quantity,
  posology: request.posology,
  prescriber: request.prescriber,
  council: request.council,
  council_state: request.council_state,
  council_number: request.council_number,
  prescription_date: request.prescription_date,
  version: request.version,
})

/** The fields that only some categories need, as the server's checklist has them. */
const PARTS = {
  prescription: {
    categories: ['medicine', 'cannabis'],
    fields: ['posology', 'prescriber', 'council', 'council_state', 'council_number', 'prescription_date'],
  },
  authorization: { categories: ['cannabis'], fields: ['authorization_no', 'authorization_valid_to'] },
} as const

/** Whether a part is asked for: its category needs it, none is chosen yet, or something stands in it already. */
export function asksFor(part: keyof typeof PARTS, values: RegulatoryValues) {
  const { categories, fields } = PARTS[part]
  const isNeeded = values.category === null || categories.some((category) => category === values.category)
  return isNeeded || fields.some((field) => values[field] !== null)
}
