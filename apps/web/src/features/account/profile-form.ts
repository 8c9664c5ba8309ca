import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { User } from '@supabase/supabase-js';
import { useEffect, useState, type SubmitEvent } from 'react';
import { tidyPhone } from '@bkksiam/domain/phone';
import { messageOf } from '#platform/backend-error.ts';
import { logFailure } from '#platform/log.ts';
import { profileQuery, saveProfile, type MemberProfile } from '#platform/member-profile.ts';
import { showToast } from '#platform/toast.ts';
import { useDraft, useUnsentWork } from '#platform/unsent-work.ts';

/** What a member may change of their profile. */
export interface ProfileFields {
  readonly fullName: string;
  readonly phone: string;
}

type Typed = Partial<ProfileFields>;

const isTyped = (kept: unknown): kept is Typed => typeof kept === 'object' && kept !== null;

function fieldsOf(profile: MemberProfile | null | undefined): ProfileFields {
  return { fullName: profile?.full_name ?? '', phone: profile?.phone ?? '' };
}

function toastFailure(title: 'members.profile.loadFailed' | 'members.profile.saveFailed') {
  return (error: unknown) =>
    showToast({ title, description: { text: messageOf(error) }, tone: 'destructive' });
}

function useSavedProfile(userId: string) {
  const { data, error, errorUpdateCount, refetch, isFetching } = useQuery(profileQuery(userId));
  useEffect(() => {
    if (error !== null) toastFailure('members.profile.loadFailed')(error);
  }, [error]);
  function tryAgain() {
    refetch().catch((reason: unknown) => logFailure('the profile could not be asked for', reason));
  }
  // While it is asked again the error is forgotten; the button that asked stays.
  const waiting = errorUpdateCount === 0 ? 'loading' : 'failed';
  const state = data === undefined ? waiting : 'ready';
  return { saved: fieldsOf(data), state, tryAgain, asking: isFetching } as const;
}

/** The profile form: what stands in it, and what becomes of it. A save that fails keeps what was typed (spec §8). */
export function useProfileForm(user: User) {
  const { saved, ...load } = useSavedProfile(user.id);
  const client = useQueryClient();
  const [typed, setTyped, forgetDraft] = useDraft<Typed>(`profile ${user.id}`, {}, isTyped);
  const [busy, setBusy] = useState(false);
  const fields = { ...saved, ...typed };
  useUnsentWork(fields.fullName !== saved.fullName || fields.phone !== saved.phone);

  async function save() {
    setBusy(true);
    const profile = { full_name: fields.fullName.trim(), phone: tidyPhone(fields.phone) };
    try {
      await saveProfile(user, profile);
      client.setQueryData(profileQuery(user.id).queryKey, profile);
      setTyped({});
      forgetDraft();
      showToast({ title: 'members.profile.saved' });
    } catch (error) {
      toastFailure('members.profile.saveFailed')(error);
    } finally {
      setBusy(false);
    }
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    save().catch((error: unknown) => logFailure('the profile was left unsaved', error));
  }

  const change = (changed: Typed) => setTyped({ ...typed, ...changed });
  return { ...load, fields, change, busy, onSubmit };
}
