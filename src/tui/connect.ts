// What the dialogs that connect a model need from outside of the screen. Types only; the command line gives them.
import type { ErrorData } from '../base/error.js';

/** A provider that can be connected. */
export interface ConnectOffer {
  provider: string;
  name: string;
  /** Empty: the user gives it. */
  baseUrl: string;
  /** `needed`: it is asked for; `found`: it is in `keyVariable`, or stored; `optional`: the user's own server may want one. */
  key: 'needed' | 'found' | 'optional';
  keyVariable?: string;
  /** Its models, the usual one first; empty: the server is asked. */
  models: OfferedModel[];
}

export interface OfferedModel {
  model: string;
  /** Tokens. */
  contextWindow?: number;
}

/** A server that runs on this machine. */
export interface LocalServer {
  provider: string;
  name: string;
  baseUrl: string;
  models: OfferedModel[];
}

export interface ConnectPlace {
  provider: string;
  baseUrl: string;
  /** Never shown, logged or remembered by the screen; absent: the one that was found, or none. */
  key?: string;
}

export interface ConnectChoice extends ConnectPlace {
  model: string;
  /** Tokens, as its server said; absent: it did not say. */
  contextWindow?: number;
}

export interface ConnectServices {
  /** Nothing is set up, and nobody asked for the demo. */
  isNeeded(): boolean;
  offers(): Promise<ConnectOffer[]>;
  /** Never rejects. */
  findLocal(): Promise<LocalServer[]>;
  /** What the server says it has. Rejects with an error for people. */
  models(place: ConnectPlace): Promise<OfferedModel[]>;
  /** Asks the model one small question. Never rejects. */
  test(choice: ConnectChoice, signal: AbortSignal): Promise<{ durationMs: number } | { error: ErrorData }>;
  /** Keeps it for this run and later ones; the sentence is for the user. Rejects when it could not be written. */
  keep(choice: ConnectChoice): Promise<string | undefined>;
}
