import type { EventStage, ShipmentStatus, TrackingEventInput, TrackingEventKind } from '@/api/schema'

type Texts = { pt: string; en: string; es: string; zh: string }

export type EventValues = {
  code: string
  stage: EventStage
  status_effect: ShipmentStatus | null
  public: boolean
  notify: boolean
  short_description_locale: Texts
  description_locale: Texts
  version?: number
}

const NO_TEXTS: Texts = { pt: '', en: '', es: '', zh: '' }

export const EMPTY: EventValues = {
  code: '',
  stage: 'transit',
  status_effect: null,
  public: true,
  notify: false,
  short_description_locale: NO_TEXTS,
  description_locale: NO_TEXTS,
}

export const valuesOf = (kind: TrackingEventKind): EventValues => ({
  code: kind.code,
  stage: kind.stage,
  status_effect: kind.status_effect,
  public: kind.public,
  notify: kind.notify,
  short_description_locale: { ...NO_TEXTS, ...kind.short_description_locale },
  description_locale: { ...NO_TEXTS, ...kind.description_locale },
  version: kind.version,
})

export const inputOf = ({ version: _, ...values }: EventValues): TrackingEventInput => values
