import { Checkbox, Group, Select, Skeleton, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FOREVER } from '@/api/forever'
import { useLookupTimezones } from '@/api/generated/endpoints/lookups/lookups'
import { getClientSelectQueryOptions } from '@/api/generated/endpoints/parties/parties'
import { getPartnerSelectQueryOptions } from '@/api/generated/endpoints/partners/partners'
import { useUserProfileSelect } from '@/api/generated/endpoints/permissions/permissions'
import { useSubsidiarySelect } from '@/api/generated/endpoints/subsidiaries/subsidiaries'
import { getUserShowQueryKey, invalidateUserList } from '@/api/generated/endpoints/users/users'
import {
  type OwnSubsidiary,
  type ProfileOption,
  sizeUnitValues,
  type User,
  userTypeCodeValues,
  weightUnitValues,
} from '@/api/schema'
import { paths } from '@/app/paths'
import { useProfile } from '@/app/session'
import { useSite } from '@/app/site'
import { LANGUAGE_NAMES } from '@/i18n'
import { notify } from '@/ui/dialogs/notify'
import { RemoteSelect } from '@/ui/fields/RemoteSelect'
import { TimeZoneSelect } from '@/ui/fields/TimeZoneSelect'
import { HALF } from '@/ui/form/field-width'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { LoadFailure } from '@/ui/LoadFailure'
import { ADMIN, CLIENT, PARTNERS, STAFF, suits, type UserValues } from './values'

type Props = {
  /** Names the draft. */
  name: string
  initial: UserValues
  submitLabel: string
  /** Said once it is saved. */
  savedText: string
  cancelTo: string
  save(values: UserValues): Promise<User>
  /** The user that is edited; none while it is created. */
  id?: string
  /** The branches it works at, which may be closed by now. */
  own?: OwnSubsidiary[]
}

/** Opens with the profiles and branches there are, so that nothing moves when they arrive. */
export function UserForm(props: Props) {
  const { t } = useTranslation('users')
  const profiles = useUserProfileSelect()
  const subsidiaries = useSubsidiarySelect()
  const failed = [profiles, subsidiaries].find(({ error }) => error)
  if (profiles.data && subsidiaries.data) {
    const branches = subsidiaries.data.data.map(({ id, label }) => ({ id, title: label }))
    return <LoadedForm {...props} profiles={profiles.data.data} branches={branches} />
  }
  if (failed) return <LoadFailure title={t('show.failed')} result={failed} />
  return <Skeleton height={560} />
}

function LoadedForm({
  name,
  initial,
  submitLabel,
  savedText,
  cancelTo,
  save,
  id,
  own = [],
  profiles,
  branches,
}: Props & { profiles: ProfileOption[]; branches: OwnSubsidiary[] }) {
  const { t } = useTranslation(['codes'])
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const required = (value: string) => (value.trim() ? null : t('required'))
  const isForPartners = (values: UserValues) => bearsPartners(values, profiles)
  const model = useResourceForm<UserValues, User>({
    name,
    initial,
    validate: {
      name: required,
      email: required,
      client: (value, values) => (Number(values.user_type) === CLIENT && !value ? t('required') : null),
      partner: (value, values) => (isForPartners(values) && !value ? t('required') : null),
    },
    submit: save,
    onSaved(user) {
      queryClient.setQueryData(getUserShowQueryKey(user.id), { data: user })
      void invalidateUserList(queryClient)
      notify.success(savedText)
      void navigate({ to: paths['users.show']({ id: user.id }) })
    },
  })
  return (
    <ResourceForm model={model} submitLabel={submitLabel} onCancel={() => void navigate({ to: cancelTo })}>
      <Person model={model} />
      <Rights model={model} id={id} profiles={profiles} branches={[...branches, ...own]} />
      <Habits model={model} />
    </ResourceForm>
  )
}

export type UserFormModel = ReturnType<typeof useResourceForm<UserValues, User>>
type SectionProps = { model: UserFormModel }

function Person({ model: { form } }: SectionProps) {
  const { t } = useTranslation('users')
  return (
    <FormSection title={t('section.person')} text={t('section.personText')}>
      <TextInput
        {...HALF}
        label={t('field.name')}
        withAsterisk
        maxLength={200}
        {...form.getInputProps('name')}
      />
      <TextInput
        {...HALF}
        type="email"
        label={t('field.email')}
        withAsterisk
        maxLength={254}
        autoComplete="off"
        {...form.getInputProps('email')}
      />
    </FormSection>
  )
}

type RightsProps = SectionProps & {
  id: string | undefined
  profiles: ProfileOption[]
  branches: OwnSubsidiary[]
}

/** Whether somebody chose a profile whose bearers work for a partner. */
const bearsPartners = ({ user_type, profile_ids }: UserValues, profiles: ProfileOption[]) =>
  Number(user_type) === STAFF &&
  profiles.some(({ id, kind }) => kind === PARTNERS && profile_ids.includes(id))

function Rights({ model, id, profiles, branches }: RightsProps) {
  const { form } = model
  const { t } = useTranslation(['users', 'codes'])
  const own = useProfile().id === id
  const userType = Number(form.values.user_type)
  const isClient = userType === CLIENT
  const ofPartner =
    userType === STAFF && (form.values.partner !== null || bearsPartners(form.values, profiles))
  return (
    <FormSection title={t('section.rights')} text={t('section.rightsText')}>
      <Select
        {...HALF}
        label={t('field.user_type')}
        description={t(`typeText.${ofPartner ? 'partner' : (form.values.user_type as '10')}`)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        withAsterisk
        allowDeselect={false}
        disabled={own}
        data={userTypeCodeValues.map((value) => ({ value: String(value), label: t(`type.${value}`) }))}
        {...form.getInputProps('user_type')}
      />
      {isClient && (
        <div data-width="half">
          <RemoteSelect
            label={t('field.client')}
            withAsterisk
            value={form.values.client}
            onChange={(client) => form.setFieldValue('client', client)}
            options={(search) =>
              getClientSelectQueryOptions(search ? { search } : undefined, {
                query: { select: ({ data }) => data as never },
              })
            }
            error={form.errors.client ?? form.errors.client_id}
            data-path="client"
          />
        </div>
      )}
      {userType !== ADMIN && <Profiles model={model} own={own} profiles={profiles} />}
      {ofPartner && <Partner model={model} />}
      {!isClient && !ofPartner && userType !== ADMIN && <Branches model={model} branches={branches} />}
    </FormSection>
  )
}

type ProfilesProps = SectionProps & { own: boolean; profiles: ProfileOption[] }

/** Profiles say what their bearers may do; who bears none may do what their type may. */
function Profiles({ model: { form }, own, profiles }: ProfilesProps) {
  const { t } = useTranslation('users')
  const offered = profiles.filter(({ kind }) => suits(kind, Number(form.values.user_type)))
  // One that the new type cannot bear is shown, so that it can be taken away.
  const borne = profiles.filter(({ id }) => form.values.profile_ids.includes(id))
  const options = [...new Set([...offered, ...borne])]
  return (
    <Checkbox.Group
      label={t('field.profiles')}
      description={t('profilesText')}
      {...form.getInputProps('profile_ids')}
      data-path="profile_ids"
    >
      <Group gap="md" mt="xs">
        {options.map(({ id, name }) => (
          <Checkbox key={id} value={id} label={name} disabled={own} />
        ))}
        {options.length === 0 && <Text c="dimmed">{t('noProfiles')}</Text>}
      </Group>
    </Checkbox.Group>
  )
}

/** Whom somebody works for who bears profiles for partners. */
function Partner({ model: { form } }: SectionProps) {
  const { t } = useTranslation('users')
  return (
    <div data-width="half">
      <RemoteSelect
        label={t('field.partner')}
        withAsterisk
        value={form.values.partner}
        onChange={(partner) => form.setFieldValue('partner', partner)}
        options={(search) =>
          getPartnerSelectQueryOptions(search ? { search } : undefined, {
            query: { select: ({ data }) => data as never },
          })
        }
        error={form.errors.partner ?? form.errors.partner_id}
        data-path="partner"
      />
    </div>
  )
}

/** Where staff work. Only a profile that says so binds them to these. */
function Branches({ model: { form }, branches }: SectionProps & { branches: OwnSubsidiary[] }) {
  const { t } = useTranslation('users')
  const options = new Map(branches.map(({ id, title }) => [id, title]))
  if (options.size === 0) return null
  return (
    <Checkbox.Group
      label={t('field.subsidiaries')}
      description={t('subsidiariesText')}
      {...form.getInputProps('subsidiary_ids')}
      data-path="subsidiary_ids"
    >
      <Group gap="md" mt="xs">
        {[...options].map(([id, title]) => (
          <Checkbox key={id} value={id} label={title} />
        ))}
      </Group>
    </Checkbox.Group>
  )
}

function Habits({ model: { form } }: SectionProps) {
  const { t } = useTranslation('users')
  const { domain } = useSite()
  const { data } = useLookupTimezones(undefined, FOREVER)
  return (
    <FormSection title={t('section.habits')} text={t('section.habitsText')}>
      <Select
        {...HALF}
        label={t('field.language')}
        allowDeselect={false}
        data={domain.languages.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        {...form.getInputProps('language_id')}
      />
      <TimeZoneSelect
        {...HALF}
        label={t('field.time_zone')}
        zones={data?.data ?? []}
        {...form.getInputProps('preferred_timezone_id')}
        value={form.values.preferred_timezone_id}
      />
      <Select
        {...HALF}
        label={t('field.weight_unit')}
        allowDeselect={false}
        data={weightUnitValues.map((value) => ({ value: String(value), label: t(`weight.${value}`) }))}
        {...form.getInputProps('prefered_weight_unit')}
      />
      <Select
        {...HALF}
        label={t('field.size_unit')}
        allowDeselect={false}
        data={sizeUnitValues.map((value) => ({ value: String(value), label: t(`size.${value}`) }))}
        {...form.getInputProps('prefered_size_unit')}
      />
    </FormSection>
  )
}
