import type { Call } from '#kernel/call.ts';
import { Refusal, refuse } from '#kernel/refusal.ts';
import { refusalTexts } from '#platform/language/index.ts';
import type { Platform } from '#platform/slice.ts';
import { findProfile } from '#slices/accounts/index.ts';
import { acceptAsk, declineAsk } from '#slices/asks/index.ts';
import { callOfPerson, readAskToken } from '../gate.ts';
import type { AskLinkResult } from '../schema/links.ts';

/** Answers the question that a link was made for. Answering again changes nothing. */
export async function answerByLink(
  platform: Platform,
  call: Call,
  token: string,
  answer: 'accept' | 'decline',
): Promise<AskLinkResult> {
  const { db, sealer } = platform.database;
  const { askId, userId } = readAskToken(sealer, token);
  const profile = await findProfile(db, userId);
  if (!profile) throw refuse('token_invalid');
  const act = answer === 'accept' ? acceptAsk : declineAsk;
  const asPerson = callOfPerson({ ...call, language: profile.language }, userId);
  try {
    const { outcome, message } = await act(platform, asPerson, askId, userId);
    return { outcome, message };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === 'not_found') throw refuse('token_invalid');
    return { outcome: 'refused', message: refusalTexts(profile.language, error).detail };
  }
}
