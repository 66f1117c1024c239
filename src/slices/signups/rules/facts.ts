import type { Availability } from './availability.ts';
import type { Policies } from './policies.ts';

export type RegistrationStatus = 'active' | 'pending_approval' | 'waitlisted' | 'offered' | 'cancelled';

/** Active, awaiting approval and offered all hold a spot, and all keep the person's time. */
export function holdsSpot(status: RegistrationStatus): boolean {
  return status === 'active' || status === 'pending_approval' || status === 'offered';
}

export interface ShiftFacts {
  readonly id: number;
  readonly missionId: number;
  readonly organizationId: number;
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
  readonly timeZone: string;
  readonly status: 'draft' | 'published' | 'cancelled';
  /** `null`: no limit. */
  readonly capacity: number | null;
  /** 0: no waitlist; `null`: a waitlist without limit. */
  readonly waitlistCapacity: number | null;
  readonly requiresApproval: boolean;
  readonly spotsTaken: number;
  readonly waitlisted: number;
  /** A free spot is about to go to the waitlist. */
  readonly waitlistFirst: boolean;
}

export interface RoleFacts {
  readonly id: number;
  readonly key: string;
  readonly name: string;
  readonly capacity: number | null;
  readonly spotsTaken: number;
}

export interface PersonFacts {
  readonly id: number;
  readonly dateOfBirth: Temporal.PlainDate | null;
  /** Names of the profile fields that are filled in. */
  readonly profileFields: readonly string[];
  /** `null`: nothing declared, always available. */
  readonly availability: Availability | null;
}

export interface OtherRegistration {
  readonly shiftId: number;
  readonly organizationId: number;
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
  readonly status: RegistrationStatus;
}

export interface Named {
  readonly id: number;
  /** `null`: the organization has no such item. */
  readonly name: string | null;
}

export interface Requirements {
  readonly profileFields: readonly string[];
  readonly forms: readonly Named[];
  readonly badges: readonly Named[];
  readonly journeys: readonly Named[];
  readonly minimumAge: number | null;
}

/** Ids of what the person has submitted, holds (unexpired) and completed. */
export interface Fulfilled {
  readonly forms: readonly number[];
  readonly badges: readonly number[];
  readonly journeys: readonly number[];
}

export interface ActorFacts {
  /** Coordinator or above in the shift's organization. */
  readonly isCoordinator: boolean;
  readonly isSelf: boolean;
  /** A coordinator asked the person to take the shift: then it doesn't matter when sign-up opens and closes. */
  readonly isAsked?: boolean;
}

/** Counts only for coordinators, and only with a reason. */
export interface Override {
  readonly reason: string;
  readonly policy: boolean;
  readonly availability: boolean;
  readonly requirements: boolean;
  readonly capacity: boolean;
}

export interface SignupFacts {
  readonly now: Temporal.Instant;
  readonly shift: ShiftFacts;
  /** `null` where the person asks for no particular role: then only the shift's capacity counts. */
  readonly role: RoleFacts | null;
  readonly person: PersonFacts;
  /** Live registrations on other shifts, from a day and the rest time before this shift to as long after it. */
  readonly others: readonly OtherRegistration[];
  /** The person's registration on this very shift. */
  readonly existing: { readonly status: RegistrationStatus } | null;
  /**
   * Minutes of the person's spots in the shift's ISO week, by the organization's calendar, without this shift. Zero
   * where no policy limits them.
   */
  readonly minutesInWeek: number;
  readonly policies: Policies;
  readonly requirements: Requirements;
  readonly fulfilled: Fulfilled;
  readonly actor: ActorFacts;
  readonly override: Override | null;
}
