import { getProviderSelectQueryOptions } from '@/api/generated/endpoints/providers/providers'
import { type ChoiceProps, RemoteChoice } from '@/blocks/RemoteChoice'

/** Chooses one of the providers that are airlines. */
export const AirlineChoice = (props: ChoiceProps) => (
  <RemoteChoice
    {...props}
    select={(params) => getProviderSelectQueryOptions({ ...params, provider_type: 'airline' })}
  />
)
