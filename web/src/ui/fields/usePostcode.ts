import { useEffect, useRef, useState } from 'react'
import type { Address, FoundAddress } from './AddressFields'

/** Shortest postcode worth asking about. */
const MIN_POSTCODE = 4

/** Fields that an unknown postcode clears. */
const NOTHING: FoundAddress = { address_1: null, address_2: null, state_id: null, city: null }

export type FoundPart = keyof FoundAddress

const PARTS = ['address_1', 'address_2', 'state_id', 'city'] as const satisfies FoundPart[]

/** The result of the last look-up: the parts it filled in, or why it filled none. */
type LookUp = { filled: FoundPart[] } | 'unknown' | 'unasked'

/** The values that the last look-up replaced, and those that it wrote. */
type Replacement = { question: string; before: FoundAddress; after: FoundAddress }

const question = ({ country_id, postcode }: Address) => `${country_id} ${postcode?.trim() ?? ''}`

/** The fields of an answer that were not changed while it was loading. */
const untouchedSince = (before: Address, now: Address, answer: FoundAddress): FoundAddress =>
  Object.fromEntries(
    Object.entries(answer).filter(([field]) => before[field as FoundPart] === now[field as FoundPart]),
  )

/** The parts that had another value than the answer has. */
function replacementOf(before: Address, answer: FoundAddress): Replacement | undefined {
  const parts = PARTS.filter((part) => part in answer && before[part] && before[part] !== answer[part])
  if (parts.length === 0) return undefined
  const of = (address: FoundAddress): FoundAddress =>
    Object.fromEntries(parts.map((part) => [part, address[part]]))
  return { question: question(before), before: of(before), after: of(answer) }
}

type PostcodeProps = {
  value: Address
  onChange(patch: Partial<Address>): void
  findPostcode(countryId: number, postcode: string): Promise<FoundAddress | undefined>
  /** Fields that are not asked for; the postcode fills none of them. */
  without: readonly (keyof Address)[]
}

/** Fills an address by its postcode. What it writes over can be put back until the postcode or one of these parts is changed. */
export function usePostcode({ value, onChange, findPostcode, without }: PostcodeProps) {
  const [looking, setLooking] = useState(false)
  const [result, setResult] = useState<LookUp>()
  const [replacement, setReplacement] = useState<Replacement>()
  const [listed, setListed] = useState<{ question: string; state_id: number }>()
  const asked = useRef(question(value))
  const typed = useRef(false)
  const present = useRef(value)
  useEffect(() => {
    present.current = value
  }, [value])

  function write(found: FoundAddress | undefined) {
    const wanted = Object.entries(found ?? NOTHING).filter(([part]) => !without.includes(part as FoundPart))
    const answer = untouchedSince(value, present.current, Object.fromEntries(wanted))
    onChange(answer)
    setReplacement(replacementOf(value, answer))
    setResult(found ? { filled: PARTS.filter((part) => part in answer) } : 'unknown')
    setListed(found?.state_id ? { question: question(value), state_id: found.state_id } : undefined)
  }

  async function lookUp() {
    const postcode = value.postcode?.trim() ?? ''
    if (value.country_id === null || postcode.length < MIN_POSTCODE) return
    // Passing through the field is no reason to touch an address that was written or chosen.
    if (!typed.current || asked.current === question(value)) return
    asked.current = question(value)
    setLooking(true)
    setResult(undefined)
    try {
      write(await findPostcode(value.country_id, postcode))
    } catch {
      // The address stays unchanged, and leaving the field again repeats the request.
      asked.current = ''
      setResult('unasked')
    } finally {
      setLooking(false)
    }
  }

  const stands =
    replacement?.question === question(value) &&
    PARTS.every((part) => !(part in replacement.after) || replacement.after[part] === value[part])
  return {
    looking,
    result,
    lookUp,
    typePostcode(postcode: string) {
      typed.current = true
      onChange({ postcode })
    },
    /** The parts that the look-up wrote over. */
    replaced: stands && replacement ? PARTS.filter((part) => part in replacement.after) : [],
    putBack() {
      if (replacement) onChange(replacement.before)
      setReplacement(undefined)
    },
    /** The state that the present postcode lies in, if it is known. */
    listedState: listed?.question === question(value) ? listed.state_id : undefined,
  }
}
