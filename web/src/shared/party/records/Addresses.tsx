import { Badge, Checkbox, Select, TextInput } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { findAddress } from '@/api/find-address'
import {
  invalidatePartyAddressList,
  partyAddressCreate,
  partyAddressDelete,
  partyAddressShow,
  partyAddressUpdate,
  usePartyAddressList,
} from '@/api/generated/endpoints/parties/parties'
import { type AddressKind, addressKindValues, type OwnedAddress, type OwnedAddressInput } from '@/api/schema'
import { useChoices } from '@/api/useChoices'
import { useCountryName } from '@/api/useCountryName'
import { useStreet } from '@/api/usePlaces'
import { useStates } from '@/api/useStates'
import { useProfile } from '@/context/session'
import { useSite } from '@/context/site'
import { type Address, AddressFields } from '@/ui/fields/AddressFields'
import { addressOf, NO_ADDRESS } from '@/ui/fields/address'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { HALF } from '@/ui/form/field-width'
import { useRules } from '@/ui/form/useRules'
import { OwnedForm } from './OwnedForm'
import { ALL_OF_OWNER, type FieldsOf, type OwnerRef } from './owner'
import { RecordCard, RecordsPanel } from './RecordsPanel'

type AddressValues = Address & {
  kind: AddressKind
  label: string | null
  main: boolean
  version?: number
}

const valuesOf = (address: OwnedAddress): AddressValues => ({
  ...addressOf(address),
  kind: address.kind,
  label: address.label,
  main: address.main,
  version: address.version,
})

const fieldsOf = ({ version: _, ...values }: AddressValues): FieldsOf<OwnedAddressInput> => ({
  ...values,
  // The form is not sent without these.
  country_id: values.country_id ?? 0,
  city: values.city ?? '',
})

const joined = (by: string, ...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(by)

/** As an envelope would have it. */
function useAddressLines() {
  const country = useCountryName()
  const streetOf = useStreet()
  return (address: Address) => [
    streetOf(address),
    address.address_2,
    joined(' ', address.postcode, address.city),
    address.country_id ? country(address.country_id) : null,
  ]
}

/** The addresses of the owner: that of its own record first, unless another one is the main one. */
export function Addresses({ owner, own }: { owner: OwnerRef; own: Address | null }) {
  const { t } = useTranslation('party-records')
  const { can } = useProfile()
  const linesOf = useAddressLines()
  const queryClient = useQueryClient()
  const refresh = () => invalidatePartyAddressList(queryClient)
  const result = usePartyAddressList({ ...owner, ...ALL_OF_OWNER })
  const isOwnMain = !result.data?.data.some(({ main }) => main)
  const nameOf = ({ label, kind }: OwnedAddress) => label || t(`address.kind.${kind}`)
  return (
    <RecordsPanel<OwnedAddress>
      result={result}
      icon={IconMapPin}
      words={{ add: t('address.add'), empty: t('address.empty'), emptyText: t('address.emptyText') }}
      mayAdd={can['party_address.create']}
      nameOf={nameOf}
      badges={({ label, kind, main }) => (
        <>
          {main && <MainBadge />}
          {label && (
            <Badge variant="light" color="gray" radius="sm" tt="none">
              {t(`address.kind.${kind}`)}
            </Badge>
          )}
        </>
      )}
      lines={linesOf}
      lead={
        own && <RecordCard name={t('address.own')} badges={isOwnMain && <MainBadge />} lines={linesOf(own)} />
      }
      form={(address, close) => (
        <AddressForm owner={owner} address={address} refresh={refresh} onClose={close} />
      )}
      remove={partyAddressDelete}
      refresh={refresh}
    />
  )
}

function MainBadge() {
  const { t } = useTranslation('party-records')
  return (
    <Badge variant="light" radius="sm" tt="none">
      {t('address.isMain')}
    </Badge>
  )
}

type AddressFormProps = {
  owner: OwnerRef
  address: OwnedAddress | undefined
  refresh(): Promise<unknown>
  onClose(): void
}

function AddressForm({ owner, address, refresh, onClose }: AddressFormProps) {
  const { t } = useTranslation('party-records')
  const { required } = useRules()
  const { config } = useSite()
  const empty: AddressValues = {
    ...NO_ADDRESS,
    country_id: config.country_id,
    kind: 'pickup',
    label: null,
    main: false,
  }
  return (
    <OwnedForm<AddressValues>
      name={address ? `party-address-${address.id}` : `party-address-of-${owner.owner_id}`}
      title={t('address.one')}
      initial={address ? valuesOf(address) : empty}
      validate={{ city: required, country_id: required }}
      newest={address && (async () => valuesOf((await partyAddressShow(address.id)).data))}
      submit={(values) =>
        address
          ? partyAddressUpdate(address.id, {
              ...fieldsOf(values),
              version: values.version ?? address.version,
            })
          : partyAddressCreate({ ...owner, ...fieldsOf(values) })
      }
      refresh={refresh}
      onClose={onClose}
    >
      {(fields) => <Fields fields={fields} />}
    </OwnedForm>
  )
}

function Fields({ fields }: { fields: TiedFields<AddressValues> }) {
  const { values, errors, text, at, set, patch } = fields
  const { t } = useTranslation('party-records')
  const { data: choices } = useChoices()
  const states = useStates(values.country_id)
  return (
    <>
      <Select
        {...at('kind')}
        {...HALF}
        label={t('address.field.kind')}
        allowDeselect={false}
        value={values.kind}
        data={addressKindValues.map((value) => ({ value, label: t(`address.kind.${value}`) }))}
        onChange={(kind) => kind && set('kind', kind)}
      />
      <TextInput {...text('label')} {...HALF} label={t('address.field.label')} maxLength={80} />
      <AddressFields
        value={values}
        onChange={patch}
        countries={choices?.countries ?? []}
        states={states}
        findPostcode={findAddress}
        errors={errors}
        path={(field) => field}
        required={['country_id', 'city']}
      />
      <Checkbox
        label={t('address.field.main')}
        description={t('address.mainText')}
        checked={values.main}
        onChange={(event) => set('main', event.currentTarget.checked)}
      />
    </>
  )
}
