import { Checkbox, Group, PasswordInput, Select, Text, TextInput } from '@mantine/core'
import type { QueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FOREVER } from '@/api/forever'
import { useLookupTimezones } from '@/api/generated/endpoints/lookups/lookups'
import { useUserProfileSelect } from '@/api/generated/endpoints/permissions/permissions'
import { useSubsidiarySelect } from '@/api/generated/endpoints/subsidiaries/subsidiaries'
import {
  getUserShowQueryKey,
  invalidateUserList,
  userCreate,
  userUpdate,
  useUserShow,
} from '@/api/generated/endpoints/users/users'
import { freshly } from '@/api/record-query'
import {
  ProfileKind,
  type ProfileOption,
  sizeUnitValues,
  type User,
  UserTypeCode,
  userTypeCodeValues,
  weightUnitValues,
} from '@/api/schema'
import { RecordForm } from '@/blocks/RecordForm'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { useSite } from '@/context/site'
import { ClientChoice, PartnerChoice } from '@/shared/choices/RecordChoice'
import { useLanguages } from '@/shared/choices/useLanguages'
import { useNamedClient } from '@/shared/choices/useNamedClient'
import type { Option } from '@/ui/fields/RemoteSelect'
import { TimeZoneSelect } from '@/ui/fields/TimeZoneSelect'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { useRules } from '@/ui/form/useRules'
import { inputOf, isType, suits, type UserValues, valuesOf } from './values'

/** Creates a user, one of a client where `clientId` names it, or changes the one of this id. */
export function UserForm({ id, clientId }: { id?: string; clientId?: string | undefined }) {
  const { t } = useTranslation('users')
  const { required } = useRules()
  const start = useStart()
  const client = useNamedClient(clientId)
  const ofClient = {
    user_type: String(UserTypeCode.Client),
    client_id: clientId ?? null,
    client_name: client.data?.data.name ?? null,
  }
  const record = useUserShow(id ?? '', freshly(id))
  const profiles = useUserProfileSelect()
  const subsidiaries = useSubsidiarySelect()
  // Beside the form, because the form's values are kept as a draft.
  const [password, setPassword] = useState('')
  const isForPartners = (values: UserValues) => bearsPartners(values, profiles.data?.data ?? [])
  return (
    <RecordForm
      name={clientId ? `user-of-${clientId}` : 'user'}
      id={id}
      result={record}
      lookups={[profiles, subsidiaries, ...(clientId ? [client] : [])]}
      title={id ? t('show.title') : t('createTitle')}
      text={t('createText')}
      nameOf={({ name }) => t('editTitle', { name })}
      empty={() => (clientId ? { ...start, ...ofClient } : start)}
      valuesOf={valuesOf}
      validate={{
        name: required,
        email: required,
        client_id: (client, values) => (isType(values, UserTypeCode.Client) ? required(client) : null),
        partner_id: (partner, values) => (isForPartners(values) ? required(partner) : null),
      }}
      save={(values, kept) =>
        kept
          ? userUpdate(kept.id, {
              ...inputOf(values),
              version: kept.version,
              current_password: password || null,
            })
          : userCreate(inputOf(values))
      }
      refresh={refreshUsers}
      submitLabel={id ? t('save') : t('create')}
      savedText={id ? t('saved') : t('created')}
      leaveTo={(saved) => leaveTo(saved?.id ?? id)}
    >
      {(fields) => (
        <>
          <Person fields={fields}>
            {record.data && isOther(fields.values.email, record.data.data) && (
              <PasswordInput
                {...HALF}
                {...fields.at('current_password')}
                label={t('field.current_password')}
                description={t('currentPasswordText', { name: record.data.data.name })}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                withAsterisk
                maxLength={1024}
                autoComplete="current-password"
                visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
                value={password}
                onChange={(event) => setPassword(event.currentTarget.value)}
              />
            )}
          </Person>
          <Rights
            fields={fields}
            id={id}
            profiles={profiles.data?.data ?? []}
            branches={branchesOf(subsidiaries.data?.data, record.data?.data)}
          />
          <Habits fields={fields} />
        </>
      )}
    </RecordForm>
  )
}

/** Whether the address of a user changes, which needs the password of whoever changes it. */
const isOther = (email: string, user: User) => email.trim().toLowerCase() !== user.email

const leaveTo = (id: string | undefined) => (id ? paths['users.show']({ id }) : paths['users.index']())

function refreshUsers(queryClient: QueryClient, saved: User) {
  queryClient.setQueryData(getUserShowQueryKey(saved.id), { data: saved })
  void invalidateUserList(queryClient)
}

/** A new user has the language of the company and the habits of the user who creates it. */
function useStart(): UserValues {
  const { domain } = useSite()
  const own = useProfile()
  return {
    name: '',
    email: '',
    user_type: String(UserTypeCode.User),
    client_id: null,
    client_name: null,
    partner_id: null,
    partner_name: null,
    language_id: domain.default_language,
    preferred_timezone_id: own.time_zone,
    prefered_weight_unit: String(own.weight_unit),
    prefered_size_unit: String(own.size_unit),
    profile_ids: [],
    subsidiary_ids: [],
  }
}

/** The open branches, and those the user works at, which may be closed. */
const branchesOf = (open: Option[] = [], user: User | undefined) =>
  new Map([
    ...open.map(({ id, label }) => [id, label] as const),
    ...(user?.subsidiaries ?? []).map(({ id, title }) => [id, title] as const),
  ])

type SectionProps = { fields: TiedFields<UserValues> }

function Person({ fields: { form }, children }: SectionProps & { children: ReactNode }) {
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
      {children}
    </FormSection>
  )
}

type RightsProps = SectionProps & {
  id: string | undefined
  profiles: ProfileOption[]
  branches: Map<string, string>
}

/** Whether somebody chose a profile whose bearers work for a partner. */
const bearsPartners = (values: UserValues, profiles: ProfileOption[]) =>
  isType(values, UserTypeCode.User) &&
  profiles.some(({ id, kind }) => kind === ProfileKind.Partner && values.profile_ids.includes(id))

function Rights({ fields, id, profiles, branches }: RightsProps) {
  const { form, values, at, patch } = fields
  const { t } = useTranslation('users')
  const own = useProfile().id === id
  const isAdmin = isType(values, UserTypeCode.Admin)
  const isClient = isType(values, UserTypeCode.Client)
  const ofPartner =
    isType(values, UserTypeCode.User) && (values.partner_id !== null || bearsPartners(values, profiles))
  return (
    <FormSection title={t('section.rights')} text={t('section.rightsText')}>
      <Select
        {...HALF}
        label={t('field.user_type')}
        description={t(`typeText.${ofPartner ? 'partner' : (values.user_type as '10')}`)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        withAsterisk
        allowDeselect={false}
        searchable
        disabled={own}
        data={userTypeCodeValues.map((value) => ({ value: String(value), label: t(`type.${value}`) }))}
        {...form.getInputProps('user_type')}
      />
      {isClient && (
        <div data-width="half">
          <ClientChoice
            {...at('client_id')}
            label={t('field.client')}
            withAsterisk
            value={values.client_id}
            name={values.client_name}
            onChange={(client_id, client_name) => patch({ client_id, client_name })}
          />
        </div>
      )}
      {!isAdmin && <Profiles fields={fields} own={own} profiles={profiles} />}
      {ofPartner && (
        <div data-width="half">
          <PartnerChoice
            {...at('partner_id')}
            label={t('field.partner')}
            withAsterisk
            value={values.partner_id}
            name={values.partner_name}
            onChange={(partner_id, partner_name) => patch({ partner_id, partner_name })}
          />
        </div>
      )}
      {!isClient && !ofPartner && !isAdmin && <Branches fields={fields} branches={branches} />}
    </FormSection>
  )
}

type ProfilesProps = SectionProps & { own: boolean; profiles: ProfileOption[] }

/** Profiles say what their bearers may do; who bears none may do what their type may. */
function Profiles({ fields: { form }, own, profiles }: ProfilesProps) {
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

/** Where staff work. Only a profile that says so binds them to these. */
function Branches({ fields: { form }, branches }: SectionProps & { branches: Map<string, string> }) {
  const { t } = useTranslation('users')
  if (branches.size === 0) return null
  return (
    <Checkbox.Group
      label={t('field.subsidiaries')}
      description={t('subsidiariesText')}
      {...form.getInputProps('subsidiary_ids')}
      data-path="subsidiary_ids"
    >
      <Group gap="md" mt="xs">
        {[...branches].map(([id, title]) => (
          <Checkbox key={id} value={id} label={title} />
        ))}
      </Group>
    </Checkbox.Group>
  )
}

function Habits({ fields: { form } }: SectionProps) {
  const { t } = useTranslation('users')
  const languages = useLanguages()
  const { data } = useLookupTimezones(undefined, FOREVER)
  return (
    <FormSection title={t('section.habits')} text={t('section.habitsText')}>
      <Select
        {...HALF}
        label={t('field.language')}
        allowDeselect={false}
        searchable
        data={languages}
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
        searchable
        data={weightUnitValues.map((value) => ({ value: String(value), label: t(`weight.${value}`) }))}
        {...form.getInputProps('prefered_weight_unit')}
      />
      <Select
        {...HALF}
        label={t('field.size_unit')}
        allowDeselect={false}
        searchable
        data={sizeUnitValues.map((value) => ({ value: String(value), label: t(`size.${value}`) }))}
        {...form.getInputProps('prefered_size_unit')}
      />
    </FormSection>
  )
}
