// @ts-nocheck
// Generated from proto/realtime.proto by `npm run generate`. Do not edit.
/*eslint-disable block-scoped-var, id-length, no-control-regex, no-magic-numbers, no-mixed-operators, no-prototype-builtins, no-redeclare, no-shadow, no-var, sort-vars, default-case, jsdoc/require-param*/
import $protobuf from "../runtime.js";

const $Writer = $protobuf.Writer, $util = $protobuf.util;
const $Object = $util.global.Object, $undefined = $util.global.undefined, $Error = $util.global.Error;

const $root = $protobuf.roots["undertone-ServerMessage-encode"] || ($protobuf.roots["undertone-ServerMessage-encode"] = {});

const undertone = $root.undertone = (() => {

    const undertone = {};

    undertone.v1 = (function() {

        const v1 = {};

        v1.ServerMessage = (function() {

            const ServerMessage = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            ServerMessage.prototype.seq = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            ServerMessage.prototype.ack = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            ServerMessage.prototype.generation = 0;
            ServerMessage.prototype.audioPos = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            ServerMessage.prototype.sessionReady = null;
            ServerMessage.prototype.resumed = null;
            ServerMessage.prototype.audioAck = null;
            ServerMessage.prototype.turnStart = null;
            ServerMessage.prototype.turnUpdate = null;
            ServerMessage.prototype.turnEnd = null;
            ServerMessage.prototype.directive = null;
            ServerMessage.prototype.toneShift = null;
            ServerMessage.prototype.agentSteering = null;
            ServerMessage.prototype.sessionPrediction = null;
            ServerMessage.prototype.kpiPredictions = null;
            ServerMessage.prototype.alert = null;
            ServerMessage.prototype.speakerChange = null;
            ServerMessage.prototype.newSpeaker = null;
            ServerMessage.prototype.identityResolved = null;
            ServerMessage.prototype.overlap = null;
            ServerMessage.prototype.enrollAgentAck = null;
            ServerMessage.prototype.sessionUpdated = null;
            ServerMessage.prototype.paused = null;
            ServerMessage.prototype.resumedAnalysis = null;
            ServerMessage.prototype.flushed = null;
            ServerMessage.prototype.warning = null;
            ServerMessage.prototype.usage = null;
            ServerMessage.prototype.stats = null;
            ServerMessage.prototype.goAway = null;
            ServerMessage.prototype.snapshot = null;
            ServerMessage.prototype.observerJoined = null;
            ServerMessage.prototype.observerLeft = null;
            ServerMessage.prototype.error = null;
            ServerMessage.prototype.sessionEnd = null;
            ServerMessage.prototype.pong = null;

            let $oneOfFields;

            $Object.defineProperty(ServerMessage.prototype, "body", {
                get: $util.oneOfGetter($oneOfFields = ["sessionReady", "resumed", "audioAck", "turnStart", "turnUpdate", "turnEnd", "directive", "toneShift", "agentSteering", "sessionPrediction", "kpiPredictions", "alert", "speakerChange", "newSpeaker", "identityResolved", "overlap", "enrollAgentAck", "sessionUpdated", "paused", "resumedAnalysis", "flushed", "warning", "usage", "stats", "goAway", "snapshot", "observerJoined", "observerLeft", "error", "sessionEnd", "pong"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            ServerMessage.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.seq != null && $Object.hasOwnProperty.call(message, "seq") && (typeof message.seq === "object" ? message.seq.low || message.seq.high : message.seq !== 0))
                    writer.uint32(8).uint64(message.seq);
                if (message.ack != null && $Object.hasOwnProperty.call(message, "ack") && (typeof message.ack === "object" ? message.ack.low || message.ack.high : message.ack !== 0))
                    writer.uint32(16).uint64(message.ack);
                if (message.generation != null && $Object.hasOwnProperty.call(message, "generation") && message.generation !== 0)
                    writer.uint32(24).uint32(message.generation);
                if (message.audioPos != null && $Object.hasOwnProperty.call(message, "audioPos") && (typeof message.audioPos === "object" ? message.audioPos.low || message.audioPos.high : message.audioPos !== 0))
                    writer.uint32(32).uint64(message.audioPos);
                if (message.sessionReady != null && $Object.hasOwnProperty.call(message, "sessionReady"))
                    $root.undertone.v1.SessionReady.encode(message.sessionReady, writer.uint32(82).fork(), _depth + 1).ldelim();
                if (message.resumed != null && $Object.hasOwnProperty.call(message, "resumed"))
                    $root.undertone.v1.Resumed.encode(message.resumed, writer.uint32(90).fork(), _depth + 1).ldelim();
                if (message.audioAck != null && $Object.hasOwnProperty.call(message, "audioAck"))
                    $root.undertone.v1.AudioAck.encode(message.audioAck, writer.uint32(98).fork(), _depth + 1).ldelim();
                if (message.turnStart != null && $Object.hasOwnProperty.call(message, "turnStart"))
                    $root.undertone.v1.TurnStart.encode(message.turnStart, writer.uint32(106).fork(), _depth + 1).ldelim();
                if (message.turnUpdate != null && $Object.hasOwnProperty.call(message, "turnUpdate"))
                    $root.undertone.v1.TurnUpdate.encode(message.turnUpdate, writer.uint32(114).fork(), _depth + 1).ldelim();
                if (message.turnEnd != null && $Object.hasOwnProperty.call(message, "turnEnd"))
                    $root.undertone.v1.TurnEnd.encode(message.turnEnd, writer.uint32(122).fork(), _depth + 1).ldelim();
                if (message.directive != null && $Object.hasOwnProperty.call(message, "directive"))
                    $root.undertone.v1.Directive.encode(message.directive, writer.uint32(130).fork(), _depth + 1).ldelim();
                if (message.toneShift != null && $Object.hasOwnProperty.call(message, "toneShift"))
                    $root.undertone.v1.ToneShift.encode(message.toneShift, writer.uint32(138).fork(), _depth + 1).ldelim();
                if (message.agentSteering != null && $Object.hasOwnProperty.call(message, "agentSteering"))
                    $root.undertone.v1.AgentSteering.encode(message.agentSteering, writer.uint32(146).fork(), _depth + 1).ldelim();
                if (message.sessionPrediction != null && $Object.hasOwnProperty.call(message, "sessionPrediction"))
                    $root.undertone.v1.SessionPrediction.encode(message.sessionPrediction, writer.uint32(154).fork(), _depth + 1).ldelim();
                if (message.kpiPredictions != null && $Object.hasOwnProperty.call(message, "kpiPredictions"))
                    $root.undertone.v1.KpiPredictions.encode(message.kpiPredictions, writer.uint32(162).fork(), _depth + 1).ldelim();
                if (message.alert != null && $Object.hasOwnProperty.call(message, "alert"))
                    $root.undertone.v1.Alert.encode(message.alert, writer.uint32(170).fork(), _depth + 1).ldelim();
                if (message.speakerChange != null && $Object.hasOwnProperty.call(message, "speakerChange"))
                    $root.undertone.v1.SpeakerChange.encode(message.speakerChange, writer.uint32(178).fork(), _depth + 1).ldelim();
                if (message.newSpeaker != null && $Object.hasOwnProperty.call(message, "newSpeaker"))
                    $root.undertone.v1.NewSpeaker.encode(message.newSpeaker, writer.uint32(186).fork(), _depth + 1).ldelim();
                if (message.identityResolved != null && $Object.hasOwnProperty.call(message, "identityResolved"))
                    $root.undertone.v1.IdentityResolved.encode(message.identityResolved, writer.uint32(194).fork(), _depth + 1).ldelim();
                if (message.overlap != null && $Object.hasOwnProperty.call(message, "overlap"))
                    $root.undertone.v1.Overlap.encode(message.overlap, writer.uint32(202).fork(), _depth + 1).ldelim();
                if (message.enrollAgentAck != null && $Object.hasOwnProperty.call(message, "enrollAgentAck"))
                    $root.undertone.v1.EnrollAgentAck.encode(message.enrollAgentAck, writer.uint32(210).fork(), _depth + 1).ldelim();
                if (message.sessionUpdated != null && $Object.hasOwnProperty.call(message, "sessionUpdated"))
                    $root.undertone.v1.SessionUpdated.encode(message.sessionUpdated, writer.uint32(218).fork(), _depth + 1).ldelim();
                if (message.paused != null && $Object.hasOwnProperty.call(message, "paused"))
                    $root.undertone.v1.Paused.encode(message.paused, writer.uint32(226).fork(), _depth + 1).ldelim();
                if (message.resumedAnalysis != null && $Object.hasOwnProperty.call(message, "resumedAnalysis"))
                    $root.undertone.v1.ResumedAnalysis.encode(message.resumedAnalysis, writer.uint32(234).fork(), _depth + 1).ldelim();
                if (message.flushed != null && $Object.hasOwnProperty.call(message, "flushed"))
                    $root.undertone.v1.Flushed.encode(message.flushed, writer.uint32(242).fork(), _depth + 1).ldelim();
                if (message.warning != null && $Object.hasOwnProperty.call(message, "warning"))
                    $root.undertone.v1.Warning.encode(message.warning, writer.uint32(250).fork(), _depth + 1).ldelim();
                if (message.usage != null && $Object.hasOwnProperty.call(message, "usage"))
                    $root.undertone.v1.Usage.encode(message.usage, writer.uint32(258).fork(), _depth + 1).ldelim();
                if (message.stats != null && $Object.hasOwnProperty.call(message, "stats"))
                    $root.undertone.v1.Stats.encode(message.stats, writer.uint32(266).fork(), _depth + 1).ldelim();
                if (message.goAway != null && $Object.hasOwnProperty.call(message, "goAway"))
                    $root.undertone.v1.GoAway.encode(message.goAway, writer.uint32(274).fork(), _depth + 1).ldelim();
                if (message.snapshot != null && $Object.hasOwnProperty.call(message, "snapshot"))
                    $root.undertone.v1.Snapshot.encode(message.snapshot, writer.uint32(282).fork(), _depth + 1).ldelim();
                if (message.observerJoined != null && $Object.hasOwnProperty.call(message, "observerJoined"))
                    $root.undertone.v1.ObserverJoined.encode(message.observerJoined, writer.uint32(290).fork(), _depth + 1).ldelim();
                if (message.observerLeft != null && $Object.hasOwnProperty.call(message, "observerLeft"))
                    $root.undertone.v1.ObserverLeft.encode(message.observerLeft, writer.uint32(298).fork(), _depth + 1).ldelim();
                if (message.error != null && $Object.hasOwnProperty.call(message, "error"))
                    $root.undertone.v1.Error.encode(message.error, writer.uint32(306).fork(), _depth + 1).ldelim();
                if (message.sessionEnd != null && $Object.hasOwnProperty.call(message, "sessionEnd"))
                    $root.undertone.v1.SessionEnded.encode(message.sessionEnd, writer.uint32(314).fork(), _depth + 1).ldelim();
                if (message.pong != null && $Object.hasOwnProperty.call(message, "pong"))
                    $root.undertone.v1.Pong.encode(message.pong, writer.uint32(322).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return ServerMessage;
        })();

        v1.Subject = (function() {
            const valuesById = $Object.create(null), values = $Object.create(valuesById);
            values[valuesById[0] = "SUBJECT_UNSPECIFIED"] = 0;
            values[valuesById[1] = "SUBJECT_CUSTOMER"] = 1;
            values[valuesById[2] = "SUBJECT_AGENT"] = 2;
            values[valuesById[3] = "SUBJECT_SELF"] = 3;
            values[valuesById[4] = "SUBJECT_UNKNOWN"] = 4;
            return values;
        })();

        v1.Encoding = (function() {
            const valuesById = $Object.create(null), values = $Object.create(valuesById);
            values[valuesById[0] = "ENCODING_UNSPECIFIED"] = 0;
            values[valuesById[1] = "ENCODING_PCM_S16LE"] = 1;
            values[valuesById[2] = "ENCODING_PCM_F32LE"] = 2;
            values[valuesById[3] = "ENCODING_MULAW"] = 3;
            values[valuesById[4] = "ENCODING_ALAW"] = 4;
            values[valuesById[5] = "ENCODING_OPUS"] = 5;
            return values;
        })();

        v1.PauseReason = (function() {
            const valuesById = $Object.create(null), values = $Object.create(valuesById);
            values[valuesById[0] = "PAUSE_REASON_UNSPECIFIED"] = 0;
            values[valuesById[1] = "PAUSE_REASON_HOLD"] = 1;
            values[valuesById[2] = "PAUSE_REASON_PAYMENT_DATA"] = 2;
            values[valuesById[3] = "PAUSE_REASON_CONSENT_WITHDRAWN"] = 3;
            values[valuesById[4] = "PAUSE_REASON_BREAK"] = 4;
            return values;
        })();

        v1.Provenance = (function() {
            const valuesById = $Object.create(null), values = $Object.create(valuesById);
            values[valuesById[0] = "PROVENANCE_UNSPECIFIED"] = 0;
            values[valuesById[1] = "PROVENANCE_EDGE"] = 1;
            values[valuesById[2] = "PROVENANCE_SERVER"] = 2;
            values[valuesById[3] = "PROVENANCE_FUSED"] = 3;
            return values;
        })();

        v1.SteeringMode = (function() {
            const valuesById = $Object.create(null), values = $Object.create(valuesById);
            values[valuesById[0] = "STEERING_MODE_UNSPECIFIED"] = 0;
            values[valuesById[1] = "STEERING_MODE_NORMAL"] = 1;
            values[valuesById[2] = "STEERING_MODE_CALLER_ESCALATING"] = 2;
            values[valuesById[3] = "STEERING_MODE_MIRROR_CALM"] = 3;
            values[valuesById[4] = "STEERING_MODE_AGENT_OVERHEATED"] = 4;
            return values;
        })();

        v1.GoAwayReason = (function() {
            const valuesById = $Object.create(null), values = $Object.create(valuesById);
            values[valuesById[0] = "GO_AWAY_REASON_UNSPECIFIED"] = 0;
            values[valuesById[1] = "GO_AWAY_REASON_DEPLOY"] = 1;
            values[valuesById[2] = "GO_AWAY_REASON_MAX_DURATION"] = 2;
            values[valuesById[3] = "GO_AWAY_REASON_REBALANCE"] = 3;
            return values;
        })();

        v1.Channel = (function() {

            const Channel = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Channel.prototype.id = null;
            Channel.prototype.subject = null;
            Channel.prototype.encoding = null;
            Channel.prototype.sampleRate = null;
            Channel.prototype.frameMs = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Channel.prototype, "_id", {
                get: $util.oneOfGetter($oneOfFields = ["id"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Channel.prototype, "_subject", {
                get: $util.oneOfGetter($oneOfFields = ["subject"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Channel.prototype, "_encoding", {
                get: $util.oneOfGetter($oneOfFields = ["encoding"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Channel.prototype, "_sampleRate", {
                get: $util.oneOfGetter($oneOfFields = ["sampleRate"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Channel.prototype, "_frameMs", {
                get: $util.oneOfGetter($oneOfFields = ["frameMs"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            Channel.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.id != null && $Object.hasOwnProperty.call(message, "id"))
                    writer.uint32(10).string(message.id);
                if (message.subject != null && $Object.hasOwnProperty.call(message, "subject"))
                    writer.uint32(16).int32(message.subject);
                if (message.encoding != null && $Object.hasOwnProperty.call(message, "encoding"))
                    writer.uint32(24).int32(message.encoding);
                if (message.sampleRate != null && $Object.hasOwnProperty.call(message, "sampleRate"))
                    writer.uint32(32).uint32(message.sampleRate);
                if (message.frameMs != null && $Object.hasOwnProperty.call(message, "frameMs"))
                    writer.uint32(40).uint32(message.frameMs);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return Channel;
        })();

        v1.ModelInfo = (function() {

            const ModelInfo = function (properties) {
                this.labels = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            ModelInfo.prototype.id = "";
            ModelInfo.prototype.version = "";
            ModelInfo.prototype.labels = $util.emptyArray;
            ModelInfo.prototype.calibration = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(ModelInfo.prototype, "_calibration", {
                get: $util.oneOfGetter($oneOfFields = ["calibration"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            ModelInfo.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.id != null && $Object.hasOwnProperty.call(message, "id") && message.id !== "")
                    writer.uint32(10).string(message.id);
                if (message.version != null && $Object.hasOwnProperty.call(message, "version") && message.version !== "")
                    writer.uint32(18).string(message.version);
                if (message.labels != null && message.labels.length)
                    for (let i = 0; i < message.labels.length; ++i)
                        writer.uint32(26).string(message.labels[i]);
                if (message.calibration != null && $Object.hasOwnProperty.call(message, "calibration"))
                    writer.uint32(34).string(message.calibration);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return ModelInfo;
        })();

        v1.Limits = (function() {

            const Limits = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Limits.prototype.frameBytes = 0;
            Limits.prototype.messageBytes = 0;
            Limits.prototype.rate = 0;
            Limits.prototype.sessionS = 0;
            Limits.prototype.idleS = 0;

            Limits.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.frameBytes != null && $Object.hasOwnProperty.call(message, "frameBytes") && message.frameBytes !== 0)
                    writer.uint32(8).uint32(message.frameBytes);
                if (message.messageBytes != null && $Object.hasOwnProperty.call(message, "messageBytes") && message.messageBytes !== 0)
                    writer.uint32(16).uint32(message.messageBytes);
                if (message.rate != null && $Object.hasOwnProperty.call(message, "rate") && !$Object.is(message.rate, 0))
                    writer.uint32(29).float(message.rate);
                if (message.sessionS != null && $Object.hasOwnProperty.call(message, "sessionS") && message.sessionS !== 0)
                    writer.uint32(32).uint32(message.sessionS);
                if (message.idleS != null && $Object.hasOwnProperty.call(message, "idleS") && message.idleS !== 0)
                    writer.uint32(40).uint32(message.idleS);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return Limits;
        })();

        v1.Quota = (function() {

            const Quota = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Quota.prototype.concurrentUsed = 0;
            Quota.prototype.concurrentMax = 0;

            Quota.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.concurrentUsed != null && $Object.hasOwnProperty.call(message, "concurrentUsed") && message.concurrentUsed !== 0)
                    writer.uint32(8).uint32(message.concurrentUsed);
                if (message.concurrentMax != null && $Object.hasOwnProperty.call(message, "concurrentMax") && message.concurrentMax !== 0)
                    writer.uint32(16).uint32(message.concurrentMax);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return Quota;
        })();

        v1.WalletState = (function() {

            const WalletState = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            WalletState.prototype.holdS = 0;
            WalletState.prototype.balanceS = 0;

            WalletState.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.holdS != null && $Object.hasOwnProperty.call(message, "holdS") && !$Object.is(message.holdS, 0))
                    writer.uint32(13).float(message.holdS);
                if (message.balanceS != null && $Object.hasOwnProperty.call(message, "balanceS") && !$Object.is(message.balanceS, 0))
                    writer.uint32(21).float(message.balanceS);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return WalletState;
        })();

        v1.Policy = (function() {

            const Policy = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Policy.prototype.agentAnalysis = false;
            Policy.prototype.retention = "";

            Policy.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.agentAnalysis != null && $Object.hasOwnProperty.call(message, "agentAnalysis") && message.agentAnalysis !== false)
                    writer.uint32(8).bool(message.agentAnalysis);
                if (message.retention != null && $Object.hasOwnProperty.call(message, "retention") && message.retention !== "")
                    writer.uint32(18).string(message.retention);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return Policy;
        })();

        v1.SessionReady = (function() {

            const SessionReady = function (properties) {
                this.channels = [];
                this.nextSample = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            SessionReady.prototype.sessionId = "";
            SessionReady.prototype.resumeHandle = "";
            SessionReady.prototype.resumeWindowMs = 0;
            SessionReady.prototype.generation = 0;
            SessionReady.prototype.serverTime = "";
            SessionReady.prototype.model = null;
            SessionReady.prototype.channels = $util.emptyArray;
            SessionReady.prototype.configRevision = 0;
            SessionReady.prototype.limits = null;
            SessionReady.prototype.quota = null;
            SessionReady.prototype.wallet = null;
            SessionReady.prototype.policy = null;
            SessionReady.prototype.nextSample = $util.emptyArray;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionReady.prototype, "_wallet", {
                get: $util.oneOfGetter($oneOfFields = ["wallet"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            SessionReady.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.sessionId != null && $Object.hasOwnProperty.call(message, "sessionId") && message.sessionId !== "")
                    writer.uint32(10).string(message.sessionId);
                if (message.resumeHandle != null && $Object.hasOwnProperty.call(message, "resumeHandle") && message.resumeHandle !== "")
                    writer.uint32(18).string(message.resumeHandle);
                if (message.resumeWindowMs != null && $Object.hasOwnProperty.call(message, "resumeWindowMs") && message.resumeWindowMs !== 0)
                    writer.uint32(24).uint32(message.resumeWindowMs);
                if (message.generation != null && $Object.hasOwnProperty.call(message, "generation") && message.generation !== 0)
                    writer.uint32(32).uint32(message.generation);
                if (message.serverTime != null && $Object.hasOwnProperty.call(message, "serverTime") && message.serverTime !== "")
                    writer.uint32(42).string(message.serverTime);
                if (message.model != null && $Object.hasOwnProperty.call(message, "model"))
                    $root.undertone.v1.ModelInfo.encode(message.model, writer.uint32(50).fork(), _depth + 1).ldelim();
                if (message.channels != null && message.channels.length)
                    for (let i = 0; i < message.channels.length; ++i)
                        $root.undertone.v1.Channel.encode(message.channels[i], writer.uint32(58).fork(), _depth + 1).ldelim();
                if (message.configRevision != null && $Object.hasOwnProperty.call(message, "configRevision") && message.configRevision !== 0)
                    writer.uint32(64).uint32(message.configRevision);
                if (message.limits != null && $Object.hasOwnProperty.call(message, "limits"))
                    $root.undertone.v1.Limits.encode(message.limits, writer.uint32(74).fork(), _depth + 1).ldelim();
                if (message.quota != null && $Object.hasOwnProperty.call(message, "quota"))
                    $root.undertone.v1.Quota.encode(message.quota, writer.uint32(82).fork(), _depth + 1).ldelim();
                if (message.wallet != null && $Object.hasOwnProperty.call(message, "wallet"))
                    $root.undertone.v1.WalletState.encode(message.wallet, writer.uint32(90).fork(), _depth + 1).ldelim();
                if (message.policy != null && $Object.hasOwnProperty.call(message, "policy"))
                    $root.undertone.v1.Policy.encode(message.policy, writer.uint32(98).fork(), _depth + 1).ldelim();
                if (message.nextSample != null && message.nextSample.length)
                    writer.uint32(106).uint64s(message.nextSample);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return SessionReady;
        })();

        v1.LostSpan = (function() {

            const LostSpan = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            LostSpan.prototype.channel = 0;
            LostSpan.prototype.firstSample = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            LostSpan.prototype.count = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            LostSpan.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.channel != null && $Object.hasOwnProperty.call(message, "channel") && message.channel !== 0)
                    writer.uint32(8).uint32(message.channel);
                if (message.firstSample != null && $Object.hasOwnProperty.call(message, "firstSample") && (typeof message.firstSample === "object" ? message.firstSample.low || message.firstSample.high : message.firstSample !== 0))
                    writer.uint32(16).uint64(message.firstSample);
                if (message.count != null && $Object.hasOwnProperty.call(message, "count") && (typeof message.count === "object" ? message.count.low || message.count.high : message.count !== 0))
                    writer.uint32(24).uint64(message.count);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return LostSpan;
        })();

        v1.Resumed = (function() {

            const Resumed = function (properties) {
                this.lost = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Resumed.prototype.generation = 0;
            Resumed.prototype.fromSeq = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            Resumed.prototype.replayed = 0;
            Resumed.prototype.lost = $util.emptyArray;

            Resumed.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.generation != null && $Object.hasOwnProperty.call(message, "generation") && message.generation !== 0)
                    writer.uint32(8).uint32(message.generation);
                if (message.fromSeq != null && $Object.hasOwnProperty.call(message, "fromSeq") && (typeof message.fromSeq === "object" ? message.fromSeq.low || message.fromSeq.high : message.fromSeq !== 0))
                    writer.uint32(16).uint64(message.fromSeq);
                if (message.replayed != null && $Object.hasOwnProperty.call(message, "replayed") && message.replayed !== 0)
                    writer.uint32(24).uint32(message.replayed);
                if (message.lost != null && message.lost.length)
                    for (let i = 0; i < message.lost.length; ++i)
                        $root.undertone.v1.LostSpan.encode(message.lost[i], writer.uint32(34).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return Resumed;
        })();

        v1.AudioAck = (function() {

            const AudioAck = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            AudioAck.prototype.channel = 0;
            AudioAck.prototype.throughSample = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            AudioAck.prototype.lagMs = 0;

            AudioAck.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.channel != null && $Object.hasOwnProperty.call(message, "channel") && message.channel !== 0)
                    writer.uint32(8).uint32(message.channel);
                if (message.throughSample != null && $Object.hasOwnProperty.call(message, "throughSample") && (typeof message.throughSample === "object" ? message.throughSample.low || message.throughSample.high : message.throughSample !== 0))
                    writer.uint32(16).uint64(message.throughSample);
                if (message.lagMs != null && $Object.hasOwnProperty.call(message, "lagMs") && message.lagMs !== 0)
                    writer.uint32(24).uint32(message.lagMs);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return AudioAck;
        })();

        v1.TurnStart = (function() {

            const TurnStart = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            TurnStart.prototype.turnId = "";
            TurnStart.prototype.speakerId = "";
            TurnStart.prototype.channel = 0;
            TurnStart.prototype.startMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            TurnStart.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.turnId != null && $Object.hasOwnProperty.call(message, "turnId") && message.turnId !== "")
                    writer.uint32(10).string(message.turnId);
                if (message.speakerId != null && $Object.hasOwnProperty.call(message, "speakerId") && message.speakerId !== "")
                    writer.uint32(18).string(message.speakerId);
                if (message.channel != null && $Object.hasOwnProperty.call(message, "channel") && message.channel !== 0)
                    writer.uint32(24).uint32(message.channel);
                if (message.startMs != null && $Object.hasOwnProperty.call(message, "startMs") && (typeof message.startMs === "object" ? message.startMs.low || message.startMs.high : message.startMs !== 0))
                    writer.uint32(32).uint64(message.startMs);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return TurnStart;
        })();

        v1.TurnUpdate = (function() {

            const TurnUpdate = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            TurnUpdate.prototype.turnId = "";
            TurnUpdate.prototype.speakerId = "";
            TurnUpdate.prototype.channel = 0;
            TurnUpdate.prototype.startMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            TurnUpdate.prototype.endMs = null;
            TurnUpdate.prototype.text = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(TurnUpdate.prototype, "_endMs", {
                get: $util.oneOfGetter($oneOfFields = ["endMs"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(TurnUpdate.prototype, "_text", {
                get: $util.oneOfGetter($oneOfFields = ["text"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            TurnUpdate.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.turnId != null && $Object.hasOwnProperty.call(message, "turnId") && message.turnId !== "")
                    writer.uint32(10).string(message.turnId);
                if (message.speakerId != null && $Object.hasOwnProperty.call(message, "speakerId") && message.speakerId !== "")
                    writer.uint32(18).string(message.speakerId);
                if (message.channel != null && $Object.hasOwnProperty.call(message, "channel") && message.channel !== 0)
                    writer.uint32(24).uint32(message.channel);
                if (message.startMs != null && $Object.hasOwnProperty.call(message, "startMs") && (typeof message.startMs === "object" ? message.startMs.low || message.startMs.high : message.startMs !== 0))
                    writer.uint32(32).uint64(message.startMs);
                if (message.endMs != null && $Object.hasOwnProperty.call(message, "endMs"))
                    writer.uint32(40).uint64(message.endMs);
                if (message.text != null && $Object.hasOwnProperty.call(message, "text"))
                    writer.uint32(50).string(message.text);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return TurnUpdate;
        })();

        v1.TurnEnd = (function() {

            const TurnEnd = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            TurnEnd.prototype.turnId = "";
            TurnEnd.prototype.speakerId = "";
            TurnEnd.prototype.channel = 0;
            TurnEnd.prototype.startMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            TurnEnd.prototype.endMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            TurnEnd.prototype.text = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(TurnEnd.prototype, "_text", {
                get: $util.oneOfGetter($oneOfFields = ["text"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            TurnEnd.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.turnId != null && $Object.hasOwnProperty.call(message, "turnId") && message.turnId !== "")
                    writer.uint32(10).string(message.turnId);
                if (message.speakerId != null && $Object.hasOwnProperty.call(message, "speakerId") && message.speakerId !== "")
                    writer.uint32(18).string(message.speakerId);
                if (message.channel != null && $Object.hasOwnProperty.call(message, "channel") && message.channel !== 0)
                    writer.uint32(24).uint32(message.channel);
                if (message.startMs != null && $Object.hasOwnProperty.call(message, "startMs") && (typeof message.startMs === "object" ? message.startMs.low || message.startMs.high : message.startMs !== 0))
                    writer.uint32(32).uint64(message.startMs);
                if (message.endMs != null && $Object.hasOwnProperty.call(message, "endMs") && (typeof message.endMs === "object" ? message.endMs.low || message.endMs.high : message.endMs !== 0))
                    writer.uint32(40).uint64(message.endMs);
                if (message.text != null && $Object.hasOwnProperty.call(message, "text"))
                    writer.uint32(50).string(message.text);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return TurnEnd;
        })();

        v1.Pitch = (function() {

            const Pitch = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Pitch.prototype.mean = null;
            Pitch.prototype.std = null;
            Pitch.prototype.min = null;
            Pitch.prototype.max = null;
            Pitch.prototype.range = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Pitch.prototype, "_mean", {
                get: $util.oneOfGetter($oneOfFields = ["mean"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Pitch.prototype, "_std", {
                get: $util.oneOfGetter($oneOfFields = ["std"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Pitch.prototype, "_min", {
                get: $util.oneOfGetter($oneOfFields = ["min"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Pitch.prototype, "_max", {
                get: $util.oneOfGetter($oneOfFields = ["max"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Pitch.prototype, "_range", {
                get: $util.oneOfGetter($oneOfFields = ["range"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            Pitch.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.mean != null && $Object.hasOwnProperty.call(message, "mean"))
                    writer.uint32(13).float(message.mean);
                if (message.std != null && $Object.hasOwnProperty.call(message, "std"))
                    writer.uint32(21).float(message.std);
                if (message.min != null && $Object.hasOwnProperty.call(message, "min"))
                    writer.uint32(29).float(message.min);
                if (message.max != null && $Object.hasOwnProperty.call(message, "max"))
                    writer.uint32(37).float(message.max);
                if (message.range != null && $Object.hasOwnProperty.call(message, "range"))
                    writer.uint32(45).float(message.range);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return Pitch;
        })();

        v1.Energy = (function() {

            const Energy = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Energy.prototype.mean = null;
            Energy.prototype.std = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Energy.prototype, "_mean", {
                get: $util.oneOfGetter($oneOfFields = ["mean"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Energy.prototype, "_std", {
                get: $util.oneOfGetter($oneOfFields = ["std"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            Energy.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.mean != null && $Object.hasOwnProperty.call(message, "mean"))
                    writer.uint32(13).float(message.mean);
                if (message.std != null && $Object.hasOwnProperty.call(message, "std"))
                    writer.uint32(21).float(message.std);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return Energy;
        })();

        v1.Rhythm = (function() {

            const Rhythm = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Rhythm.prototype.speechRate = null;
            Rhythm.prototype.pauseRate = null;
            Rhythm.prototype.averagePauseDuration = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Rhythm.prototype, "_speechRate", {
                get: $util.oneOfGetter($oneOfFields = ["speechRate"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Rhythm.prototype, "_pauseRate", {
                get: $util.oneOfGetter($oneOfFields = ["pauseRate"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Rhythm.prototype, "_averagePauseDuration", {
                get: $util.oneOfGetter($oneOfFields = ["averagePauseDuration"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            Rhythm.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.speechRate != null && $Object.hasOwnProperty.call(message, "speechRate"))
                    writer.uint32(13).float(message.speechRate);
                if (message.pauseRate != null && $Object.hasOwnProperty.call(message, "pauseRate"))
                    writer.uint32(21).float(message.pauseRate);
                if (message.averagePauseDuration != null && $Object.hasOwnProperty.call(message, "averagePauseDuration"))
                    writer.uint32(29).float(message.averagePauseDuration);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return Rhythm;
        })();

        v1.VoiceQuality = (function() {

            const VoiceQuality = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            VoiceQuality.prototype.jitter = null;
            VoiceQuality.prototype.shimmer = null;
            VoiceQuality.prototype.hnr = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(VoiceQuality.prototype, "_jitter", {
                get: $util.oneOfGetter($oneOfFields = ["jitter"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(VoiceQuality.prototype, "_shimmer", {
                get: $util.oneOfGetter($oneOfFields = ["shimmer"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(VoiceQuality.prototype, "_hnr", {
                get: $util.oneOfGetter($oneOfFields = ["hnr"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            VoiceQuality.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.jitter != null && $Object.hasOwnProperty.call(message, "jitter"))
                    writer.uint32(13).float(message.jitter);
                if (message.shimmer != null && $Object.hasOwnProperty.call(message, "shimmer"))
                    writer.uint32(21).float(message.shimmer);
                if (message.hnr != null && $Object.hasOwnProperty.call(message, "hnr"))
                    writer.uint32(29).float(message.hnr);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return VoiceQuality;
        })();

        v1.Prosody = (function() {

            const Prosody = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Prosody.prototype.pitch = null;
            Prosody.prototype.energy = null;
            Prosody.prototype.rhythm = null;
            Prosody.prototype.voiceQuality = null;

            Prosody.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.pitch != null && $Object.hasOwnProperty.call(message, "pitch"))
                    $root.undertone.v1.Pitch.encode(message.pitch, writer.uint32(10).fork(), _depth + 1).ldelim();
                if (message.energy != null && $Object.hasOwnProperty.call(message, "energy"))
                    $root.undertone.v1.Energy.encode(message.energy, writer.uint32(18).fork(), _depth + 1).ldelim();
                if (message.rhythm != null && $Object.hasOwnProperty.call(message, "rhythm"))
                    $root.undertone.v1.Rhythm.encode(message.rhythm, writer.uint32(26).fork(), _depth + 1).ldelim();
                if (message.voiceQuality != null && $Object.hasOwnProperty.call(message, "voiceQuality"))
                    $root.undertone.v1.VoiceQuality.encode(message.voiceQuality, writer.uint32(34).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return Prosody;
        })();

        v1.Quality = (function() {

            const Quality = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Quality.prototype.snrDb = null;
            Quality.prototype.clipping = null;
            Quality.prototype.voicedMs = null;
            Quality.prototype.outOfDomain = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Quality.prototype, "_snrDb", {
                get: $util.oneOfGetter($oneOfFields = ["snrDb"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Quality.prototype, "_clipping", {
                get: $util.oneOfGetter($oneOfFields = ["clipping"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Quality.prototype, "_voicedMs", {
                get: $util.oneOfGetter($oneOfFields = ["voicedMs"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Quality.prototype, "_outOfDomain", {
                get: $util.oneOfGetter($oneOfFields = ["outOfDomain"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            Quality.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.snrDb != null && $Object.hasOwnProperty.call(message, "snrDb"))
                    writer.uint32(13).float(message.snrDb);
                if (message.clipping != null && $Object.hasOwnProperty.call(message, "clipping"))
                    writer.uint32(21).float(message.clipping);
                if (message.voicedMs != null && $Object.hasOwnProperty.call(message, "voicedMs"))
                    writer.uint32(24).uint32(message.voicedMs);
                if (message.outOfDomain != null && $Object.hasOwnProperty.call(message, "outOfDomain"))
                    writer.uint32(37).float(message.outOfDomain);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return Quality;
        })();

        v1.Tts = (function() {

            const Tts = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Tts.prototype.speed = null;
            Tts.prototype.pitchShiftSemitones = null;
            Tts.prototype.emotion = null;
            Tts.prototype.targetIntensity = null;
            Tts.prototype.prePauseMs = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Tts.prototype, "_speed", {
                get: $util.oneOfGetter($oneOfFields = ["speed"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Tts.prototype, "_pitchShiftSemitones", {
                get: $util.oneOfGetter($oneOfFields = ["pitchShiftSemitones"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Tts.prototype, "_emotion", {
                get: $util.oneOfGetter($oneOfFields = ["emotion"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Tts.prototype, "_targetIntensity", {
                get: $util.oneOfGetter($oneOfFields = ["targetIntensity"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Tts.prototype, "_prePauseMs", {
                get: $util.oneOfGetter($oneOfFields = ["prePauseMs"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            Tts.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.speed != null && $Object.hasOwnProperty.call(message, "speed"))
                    writer.uint32(13).float(message.speed);
                if (message.pitchShiftSemitones != null && $Object.hasOwnProperty.call(message, "pitchShiftSemitones"))
                    writer.uint32(21).float(message.pitchShiftSemitones);
                if (message.emotion != null && $Object.hasOwnProperty.call(message, "emotion"))
                    writer.uint32(26).string(message.emotion);
                if (message.targetIntensity != null && $Object.hasOwnProperty.call(message, "targetIntensity"))
                    writer.uint32(37).float(message.targetIntensity);
                if (message.prePauseMs != null && $Object.hasOwnProperty.call(message, "prePauseMs"))
                    writer.uint32(40).uint32(message.prePauseMs);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return Tts;
        })();

        v1.AgentModulation = (function() {

            const AgentModulation = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            AgentModulation.prototype.mode = 0;
            AgentModulation.prototype.intensity = 0;
            AgentModulation.prototype.tts = null;
            AgentModulation.prototype.systemPromptFragment = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(AgentModulation.prototype, "_systemPromptFragment", {
                get: $util.oneOfGetter($oneOfFields = ["systemPromptFragment"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            AgentModulation.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.mode != null && $Object.hasOwnProperty.call(message, "mode") && message.mode !== 0)
                    writer.uint32(8).int32(message.mode);
                if (message.intensity != null && $Object.hasOwnProperty.call(message, "intensity") && !$Object.is(message.intensity, 0))
                    writer.uint32(21).float(message.intensity);
                if (message.tts != null && $Object.hasOwnProperty.call(message, "tts"))
                    $root.undertone.v1.Tts.encode(message.tts, writer.uint32(26).fork(), _depth + 1).ldelim();
                if (message.systemPromptFragment != null && $Object.hasOwnProperty.call(message, "systemPromptFragment"))
                    writer.uint32(34).string(message.systemPromptFragment);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return AgentModulation;
        })();

        v1.Latency = (function() {

            const Latency = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Latency.prototype.queueMs = 0;
            Latency.prototype.inferenceMs = 0;
            Latency.prototype.totalMs = 0;

            Latency.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.queueMs != null && $Object.hasOwnProperty.call(message, "queueMs") && !$Object.is(message.queueMs, 0))
                    writer.uint32(13).float(message.queueMs);
                if (message.inferenceMs != null && $Object.hasOwnProperty.call(message, "inferenceMs") && !$Object.is(message.inferenceMs, 0))
                    writer.uint32(21).float(message.inferenceMs);
                if (message.totalMs != null && $Object.hasOwnProperty.call(message, "totalMs") && !$Object.is(message.totalMs, 0))
                    writer.uint32(29).float(message.totalMs);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return Latency;
        })();

        v1.Directive = (function() {

            const Directive = function (properties) {
                this.emotionProbabilities = {};
                this.signals = {};
                this.metrics = {};
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Directive.prototype.directiveId = "";
            Directive.prototype.revision = 0;
            Directive.prototype.provenance = 0;
            Directive.prototype.speakerId = "";
            Directive.prototype.channel = 0;
            Directive.prototype.audioStartMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            Directive.prototype.audioEndMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            Directive.prototype.emotion = null;
            Directive.prototype.confidence = null;
            Directive.prototype.emotionProbabilities = $util.emptyObject;
            Directive.prototype.valence = null;
            Directive.prototype.arousal = null;
            Directive.prototype.dominance = null;
            Directive.prototype.signals = $util.emptyObject;
            Directive.prototype.prosody = null;
            Directive.prototype.state = null;
            Directive.prototype.metrics = $util.emptyObject;
            Directive.prototype.quality = null;
            Directive.prototype.agentModulation = null;
            Directive.prototype.modulationMode = null;
            Directive.prototype.latency = null;
            Directive.prototype.speech = false;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Directive.prototype, "_emotion", {
                get: $util.oneOfGetter($oneOfFields = ["emotion"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Directive.prototype, "_confidence", {
                get: $util.oneOfGetter($oneOfFields = ["confidence"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Directive.prototype, "_valence", {
                get: $util.oneOfGetter($oneOfFields = ["valence"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Directive.prototype, "_arousal", {
                get: $util.oneOfGetter($oneOfFields = ["arousal"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Directive.prototype, "_dominance", {
                get: $util.oneOfGetter($oneOfFields = ["dominance"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Directive.prototype, "_prosody", {
                get: $util.oneOfGetter($oneOfFields = ["prosody"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Directive.prototype, "_state", {
                get: $util.oneOfGetter($oneOfFields = ["state"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Directive.prototype, "_agentModulation", {
                get: $util.oneOfGetter($oneOfFields = ["agentModulation"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Directive.prototype, "_modulationMode", {
                get: $util.oneOfGetter($oneOfFields = ["modulationMode"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            Directive.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.directiveId != null && $Object.hasOwnProperty.call(message, "directiveId") && message.directiveId !== "")
                    writer.uint32(10).string(message.directiveId);
                if (message.revision != null && $Object.hasOwnProperty.call(message, "revision") && message.revision !== 0)
                    writer.uint32(16).uint32(message.revision);
                if (message.provenance != null && $Object.hasOwnProperty.call(message, "provenance") && message.provenance !== 0)
                    writer.uint32(24).int32(message.provenance);
                if (message.speakerId != null && $Object.hasOwnProperty.call(message, "speakerId") && message.speakerId !== "")
                    writer.uint32(34).string(message.speakerId);
                if (message.channel != null && $Object.hasOwnProperty.call(message, "channel") && message.channel !== 0)
                    writer.uint32(40).uint32(message.channel);
                if (message.audioStartMs != null && $Object.hasOwnProperty.call(message, "audioStartMs") && (typeof message.audioStartMs === "object" ? message.audioStartMs.low || message.audioStartMs.high : message.audioStartMs !== 0))
                    writer.uint32(48).uint64(message.audioStartMs);
                if (message.audioEndMs != null && $Object.hasOwnProperty.call(message, "audioEndMs") && (typeof message.audioEndMs === "object" ? message.audioEndMs.low || message.audioEndMs.high : message.audioEndMs !== 0))
                    writer.uint32(56).uint64(message.audioEndMs);
                if (message.emotion != null && $Object.hasOwnProperty.call(message, "emotion"))
                    writer.uint32(66).string(message.emotion);
                if (message.confidence != null && $Object.hasOwnProperty.call(message, "confidence"))
                    writer.uint32(77).float(message.confidence);
                if (message.emotionProbabilities != null && $Object.hasOwnProperty.call(message, "emotionProbabilities"))
                    for (let keys = $Object.keys(message.emotionProbabilities), i = 0; i < keys.length; ++i)
                        writer.uint32(82).fork().uint32(10).string(keys[i]).uint32(21).float(message.emotionProbabilities[keys[i]]).ldelim();
                if (message.valence != null && $Object.hasOwnProperty.call(message, "valence"))
                    writer.uint32(93).float(message.valence);
                if (message.arousal != null && $Object.hasOwnProperty.call(message, "arousal"))
                    writer.uint32(101).float(message.arousal);
                if (message.dominance != null && $Object.hasOwnProperty.call(message, "dominance"))
                    writer.uint32(109).float(message.dominance);
                if (message.signals != null && $Object.hasOwnProperty.call(message, "signals"))
                    for (let keys = $Object.keys(message.signals), i = 0; i < keys.length; ++i)
                        writer.uint32(114).fork().uint32(10).string(keys[i]).uint32(21).float(message.signals[keys[i]]).ldelim();
                if (message.prosody != null && $Object.hasOwnProperty.call(message, "prosody"))
                    $root.undertone.v1.Prosody.encode(message.prosody, writer.uint32(122).fork(), _depth + 1).ldelim();
                if (message.state != null && $Object.hasOwnProperty.call(message, "state"))
                    writer.uint32(130).string(message.state);
                if (message.metrics != null && $Object.hasOwnProperty.call(message, "metrics"))
                    for (let keys = $Object.keys(message.metrics), i = 0; i < keys.length; ++i)
                        writer.uint32(138).fork().uint32(10).string(keys[i]).uint32(21).float(message.metrics[keys[i]]).ldelim();
                if (message.quality != null && $Object.hasOwnProperty.call(message, "quality"))
                    $root.undertone.v1.Quality.encode(message.quality, writer.uint32(146).fork(), _depth + 1).ldelim();
                if (message.agentModulation != null && $Object.hasOwnProperty.call(message, "agentModulation"))
                    $root.undertone.v1.AgentModulation.encode(message.agentModulation, writer.uint32(154).fork(), _depth + 1).ldelim();
                if (message.modulationMode != null && $Object.hasOwnProperty.call(message, "modulationMode"))
                    writer.uint32(160).int32(message.modulationMode);
                if (message.latency != null && $Object.hasOwnProperty.call(message, "latency"))
                    $root.undertone.v1.Latency.encode(message.latency, writer.uint32(170).fork(), _depth + 1).ldelim();
                if (message.speech != null && $Object.hasOwnProperty.call(message, "speech") && message.speech !== false)
                    writer.uint32(176).bool(message.speech);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return Directive;
        })();

        v1.Baseline = (function() {

            const Baseline = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Baseline.prototype.n = 0;
            Baseline.prototype.valence = 0;
            Baseline.prototype.arousal = 0;

            Baseline.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.n != null && $Object.hasOwnProperty.call(message, "n") && message.n !== 0)
                    writer.uint32(8).uint32(message.n);
                if (message.valence != null && $Object.hasOwnProperty.call(message, "valence") && !$Object.is(message.valence, 0))
                    writer.uint32(21).float(message.valence);
                if (message.arousal != null && $Object.hasOwnProperty.call(message, "arousal") && !$Object.is(message.arousal, 0))
                    writer.uint32(29).float(message.arousal);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return Baseline;
        })();

        v1.ToneShift = (function() {

            const ToneShift = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            ToneShift.prototype.speakerId = "";
            ToneShift.prototype.onsetMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            ToneShift.prototype.commitMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            ToneShift.prototype.durationMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            ToneShift.prototype.magnitude = 0;
            ToneShift.prototype.direction = "";
            ToneShift.prototype.baseline = null;
            ToneShift.prototype.resolved = false;

            ToneShift.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.speakerId != null && $Object.hasOwnProperty.call(message, "speakerId") && message.speakerId !== "")
                    writer.uint32(10).string(message.speakerId);
                if (message.onsetMs != null && $Object.hasOwnProperty.call(message, "onsetMs") && (typeof message.onsetMs === "object" ? message.onsetMs.low || message.onsetMs.high : message.onsetMs !== 0))
                    writer.uint32(16).uint64(message.onsetMs);
                if (message.commitMs != null && $Object.hasOwnProperty.call(message, "commitMs") && (typeof message.commitMs === "object" ? message.commitMs.low || message.commitMs.high : message.commitMs !== 0))
                    writer.uint32(24).uint64(message.commitMs);
                if (message.durationMs != null && $Object.hasOwnProperty.call(message, "durationMs") && (typeof message.durationMs === "object" ? message.durationMs.low || message.durationMs.high : message.durationMs !== 0))
                    writer.uint32(32).uint64(message.durationMs);
                if (message.magnitude != null && $Object.hasOwnProperty.call(message, "magnitude") && !$Object.is(message.magnitude, 0))
                    writer.uint32(45).float(message.magnitude);
                if (message.direction != null && $Object.hasOwnProperty.call(message, "direction") && message.direction !== "")
                    writer.uint32(50).string(message.direction);
                if (message.baseline != null && $Object.hasOwnProperty.call(message, "baseline"))
                    $root.undertone.v1.Baseline.encode(message.baseline, writer.uint32(58).fork(), _depth + 1).ldelim();
                if (message.resolved != null && $Object.hasOwnProperty.call(message, "resolved") && message.resolved !== false)
                    writer.uint32(64).bool(message.resolved);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return ToneShift;
        })();

        v1.Cue = (function() {

            const Cue = function (properties) {
                this.tips = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Cue.prototype.title = "";
            Cue.prototype.body = "";
            Cue.prototype.tips = $util.emptyArray;
            Cue.prototype.severity = "";
            Cue.prototype.ttlMs = 0;

            Cue.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.title != null && $Object.hasOwnProperty.call(message, "title") && message.title !== "")
                    writer.uint32(10).string(message.title);
                if (message.body != null && $Object.hasOwnProperty.call(message, "body") && message.body !== "")
                    writer.uint32(18).string(message.body);
                if (message.tips != null && message.tips.length)
                    for (let i = 0; i < message.tips.length; ++i)
                        writer.uint32(26).string(message.tips[i]);
                if (message.severity != null && $Object.hasOwnProperty.call(message, "severity") && message.severity !== "")
                    writer.uint32(34).string(message.severity);
                if (message.ttlMs != null && $Object.hasOwnProperty.call(message, "ttlMs") && message.ttlMs !== 0)
                    writer.uint32(40).uint32(message.ttlMs);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return Cue;
        })();

        v1.AgentSteering = (function() {

            const AgentSteering = function (properties) {
                this.evidence = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            AgentSteering.prototype.cueId = "";
            AgentSteering.prototype.supersedes = null;
            AgentSteering.prototype.previousMode = 0;
            AgentSteering.prototype.mode = 0;
            AgentSteering.prototype.intensity = 0;
            AgentSteering.prototype.reason = "";
            AgentSteering.prototype.evidence = $util.emptyArray;
            AgentSteering.prototype.cue = null;
            AgentSteering.prototype.tts = null;
            AgentSteering.prototype.systemPrompt = null;
            AgentSteering.prototype.timestampMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(AgentSteering.prototype, "_supersedes", {
                get: $util.oneOfGetter($oneOfFields = ["supersedes"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(AgentSteering.prototype, "_cue", {
                get: $util.oneOfGetter($oneOfFields = ["cue"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(AgentSteering.prototype, "_tts", {
                get: $util.oneOfGetter($oneOfFields = ["tts"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(AgentSteering.prototype, "_systemPrompt", {
                get: $util.oneOfGetter($oneOfFields = ["systemPrompt"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            AgentSteering.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.cueId != null && $Object.hasOwnProperty.call(message, "cueId") && message.cueId !== "")
                    writer.uint32(10).string(message.cueId);
                if (message.supersedes != null && $Object.hasOwnProperty.call(message, "supersedes"))
                    writer.uint32(18).string(message.supersedes);
                if (message.previousMode != null && $Object.hasOwnProperty.call(message, "previousMode") && message.previousMode !== 0)
                    writer.uint32(24).int32(message.previousMode);
                if (message.mode != null && $Object.hasOwnProperty.call(message, "mode") && message.mode !== 0)
                    writer.uint32(32).int32(message.mode);
                if (message.intensity != null && $Object.hasOwnProperty.call(message, "intensity") && !$Object.is(message.intensity, 0))
                    writer.uint32(45).float(message.intensity);
                if (message.reason != null && $Object.hasOwnProperty.call(message, "reason") && message.reason !== "")
                    writer.uint32(50).string(message.reason);
                if (message.evidence != null && message.evidence.length)
                    for (let i = 0; i < message.evidence.length; ++i)
                        writer.uint32(58).string(message.evidence[i]);
                if (message.cue != null && $Object.hasOwnProperty.call(message, "cue"))
                    $root.undertone.v1.Cue.encode(message.cue, writer.uint32(66).fork(), _depth + 1).ldelim();
                if (message.tts != null && $Object.hasOwnProperty.call(message, "tts"))
                    $root.undertone.v1.Tts.encode(message.tts, writer.uint32(74).fork(), _depth + 1).ldelim();
                if (message.systemPrompt != null && $Object.hasOwnProperty.call(message, "systemPrompt"))
                    writer.uint32(82).string(message.systemPrompt);
                if (message.timestampMs != null && $Object.hasOwnProperty.call(message, "timestampMs") && (typeof message.timestampMs === "object" ? message.timestampMs.low || message.timestampMs.high : message.timestampMs !== 0))
                    writer.uint32(88).uint64(message.timestampMs);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return AgentSteering;
        })();

        v1.Interval = (function() {

            const Interval = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Interval.prototype.low = 0;
            Interval.prototype.high = 0;

            Interval.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.low != null && $Object.hasOwnProperty.call(message, "low") && !$Object.is(message.low, 0))
                    writer.uint32(13).float(message.low);
                if (message.high != null && $Object.hasOwnProperty.call(message, "high") && !$Object.is(message.high, 0))
                    writer.uint32(21).float(message.high);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return Interval;
        })();

        v1.ImpactFactor = (function() {

            const ImpactFactor = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            ImpactFactor.prototype.name = "";
            ImpactFactor.prototype.weight = 0;

            ImpactFactor.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.name != null && $Object.hasOwnProperty.call(message, "name") && message.name !== "")
                    writer.uint32(10).string(message.name);
                if (message.weight != null && $Object.hasOwnProperty.call(message, "weight") && !$Object.is(message.weight, 0))
                    writer.uint32(21).float(message.weight);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return ImpactFactor;
        })();

        v1.SessionPrediction = (function() {

            const SessionPrediction = function (properties) {
                this.intervals = {};
                this.impactFactors = [];
                this.recommendedActions = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            SessionPrediction.prototype.horizonS = 0;
            SessionPrediction.prototype.escalationRisk = null;
            SessionPrediction.prototype.churnRisk = null;
            SessionPrediction.prototype.resolutionProbability = null;
            SessionPrediction.prototype.predictedCsat = null;
            SessionPrediction.prototype.sentimentForecast = null;
            SessionPrediction.prototype.intervals = $util.emptyObject;
            SessionPrediction.prototype.trajectory = null;
            SessionPrediction.prototype.impactFactors = $util.emptyArray;
            SessionPrediction.prototype.recommendedTone = null;
            SessionPrediction.prototype.recommendedActions = $util.emptyArray;
            SessionPrediction.prototype.utterancesSeen = 0;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionPrediction.prototype, "_escalationRisk", {
                get: $util.oneOfGetter($oneOfFields = ["escalationRisk"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionPrediction.prototype, "_churnRisk", {
                get: $util.oneOfGetter($oneOfFields = ["churnRisk"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionPrediction.prototype, "_resolutionProbability", {
                get: $util.oneOfGetter($oneOfFields = ["resolutionProbability"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionPrediction.prototype, "_predictedCsat", {
                get: $util.oneOfGetter($oneOfFields = ["predictedCsat"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionPrediction.prototype, "_sentimentForecast", {
                get: $util.oneOfGetter($oneOfFields = ["sentimentForecast"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionPrediction.prototype, "_trajectory", {
                get: $util.oneOfGetter($oneOfFields = ["trajectory"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionPrediction.prototype, "_recommendedTone", {
                get: $util.oneOfGetter($oneOfFields = ["recommendedTone"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            SessionPrediction.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.horizonS != null && $Object.hasOwnProperty.call(message, "horizonS") && message.horizonS !== 0)
                    writer.uint32(8).uint32(message.horizonS);
                if (message.escalationRisk != null && $Object.hasOwnProperty.call(message, "escalationRisk"))
                    writer.uint32(21).float(message.escalationRisk);
                if (message.churnRisk != null && $Object.hasOwnProperty.call(message, "churnRisk"))
                    writer.uint32(29).float(message.churnRisk);
                if (message.resolutionProbability != null && $Object.hasOwnProperty.call(message, "resolutionProbability"))
                    writer.uint32(37).float(message.resolutionProbability);
                if (message.predictedCsat != null && $Object.hasOwnProperty.call(message, "predictedCsat"))
                    writer.uint32(45).float(message.predictedCsat);
                if (message.sentimentForecast != null && $Object.hasOwnProperty.call(message, "sentimentForecast"))
                    writer.uint32(53).float(message.sentimentForecast);
                if (message.intervals != null && $Object.hasOwnProperty.call(message, "intervals"))
                    for (let keys = $Object.keys(message.intervals), i = 0; i < keys.length; ++i) {
                        writer.uint32(58).fork().uint32(10).string(keys[i]);
                        $root.undertone.v1.Interval.encode(message.intervals[keys[i]], writer.uint32(18).fork(), _depth + 1).ldelim().ldelim();
                    }
                if (message.trajectory != null && $Object.hasOwnProperty.call(message, "trajectory"))
                    writer.uint32(66).string(message.trajectory);
                if (message.impactFactors != null && message.impactFactors.length)
                    for (let i = 0; i < message.impactFactors.length; ++i)
                        $root.undertone.v1.ImpactFactor.encode(message.impactFactors[i], writer.uint32(74).fork(), _depth + 1).ldelim();
                if (message.recommendedTone != null && $Object.hasOwnProperty.call(message, "recommendedTone"))
                    writer.uint32(82).string(message.recommendedTone);
                if (message.recommendedActions != null && message.recommendedActions.length)
                    for (let i = 0; i < message.recommendedActions.length; ++i)
                        writer.uint32(90).string(message.recommendedActions[i]);
                if (message.utterancesSeen != null && $Object.hasOwnProperty.call(message, "utterancesSeen") && message.utterancesSeen !== 0)
                    writer.uint32(96).uint32(message.utterancesSeen);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return SessionPrediction;
        })();

        v1.KpiValue = (function() {

            const KpiValue = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            KpiValue.prototype.value = 0;
            KpiValue.prototype.confidence = 0;

            KpiValue.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.value != null && $Object.hasOwnProperty.call(message, "value") && !$Object.is(message.value, 0))
                    writer.uint32(13).float(message.value);
                if (message.confidence != null && $Object.hasOwnProperty.call(message, "confidence") && !$Object.is(message.confidence, 0))
                    writer.uint32(21).float(message.confidence);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return KpiValue;
        })();

        v1.KpiPredictions = (function() {

            const KpiPredictions = function (properties) {
                this.kpis = {};
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            KpiPredictions.prototype.kpis = $util.emptyObject;

            KpiPredictions.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.kpis != null && $Object.hasOwnProperty.call(message, "kpis"))
                    for (let keys = $Object.keys(message.kpis), i = 0; i < keys.length; ++i) {
                        writer.uint32(10).fork().uint32(10).string(keys[i]);
                        $root.undertone.v1.KpiValue.encode(message.kpis[keys[i]], writer.uint32(18).fork(), _depth + 1).ldelim().ldelim();
                    }
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return KpiPredictions;
        })();

        v1.Alert = (function() {

            const Alert = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Alert.prototype.alertId = "";
            Alert.prototype.alertType = "";
            Alert.prototype.threshold = 0;
            Alert.prototype.value = 0;
            Alert.prototype.recommendedAction = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Alert.prototype, "_recommendedAction", {
                get: $util.oneOfGetter($oneOfFields = ["recommendedAction"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            Alert.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.alertId != null && $Object.hasOwnProperty.call(message, "alertId") && message.alertId !== "")
                    writer.uint32(10).string(message.alertId);
                if (message.alertType != null && $Object.hasOwnProperty.call(message, "alertType") && message.alertType !== "")
                    writer.uint32(18).string(message.alertType);
                if (message.threshold != null && $Object.hasOwnProperty.call(message, "threshold") && !$Object.is(message.threshold, 0))
                    writer.uint32(29).float(message.threshold);
                if (message.value != null && $Object.hasOwnProperty.call(message, "value") && !$Object.is(message.value, 0))
                    writer.uint32(37).float(message.value);
                if (message.recommendedAction != null && $Object.hasOwnProperty.call(message, "recommendedAction"))
                    writer.uint32(42).string(message.recommendedAction);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return Alert;
        })();

        v1.SpeakerChange = (function() {

            const SpeakerChange = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            SpeakerChange.prototype.channel = 0;
            SpeakerChange.prototype.fromSpeakerId = null;
            SpeakerChange.prototype.speakerId = "";
            SpeakerChange.prototype.atMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SpeakerChange.prototype, "_fromSpeakerId", {
                get: $util.oneOfGetter($oneOfFields = ["fromSpeakerId"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            SpeakerChange.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.channel != null && $Object.hasOwnProperty.call(message, "channel") && message.channel !== 0)
                    writer.uint32(8).uint32(message.channel);
                if (message.fromSpeakerId != null && $Object.hasOwnProperty.call(message, "fromSpeakerId"))
                    writer.uint32(18).string(message.fromSpeakerId);
                if (message.speakerId != null && $Object.hasOwnProperty.call(message, "speakerId") && message.speakerId !== "")
                    writer.uint32(26).string(message.speakerId);
                if (message.atMs != null && $Object.hasOwnProperty.call(message, "atMs") && (typeof message.atMs === "object" ? message.atMs.low || message.atMs.high : message.atMs !== 0))
                    writer.uint32(32).uint64(message.atMs);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return SpeakerChange;
        })();

        v1.NewSpeaker = (function() {

            const NewSpeaker = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            NewSpeaker.prototype.channel = 0;
            NewSpeaker.prototype.speakerId = "";
            NewSpeaker.prototype.atMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            NewSpeaker.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.channel != null && $Object.hasOwnProperty.call(message, "channel") && message.channel !== 0)
                    writer.uint32(8).uint32(message.channel);
                if (message.speakerId != null && $Object.hasOwnProperty.call(message, "speakerId") && message.speakerId !== "")
                    writer.uint32(18).string(message.speakerId);
                if (message.atMs != null && $Object.hasOwnProperty.call(message, "atMs") && (typeof message.atMs === "object" ? message.atMs.low || message.atMs.high : message.atMs !== 0))
                    writer.uint32(24).uint64(message.atMs);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return NewSpeaker;
        })();

        v1.IdentityResolved = (function() {

            const IdentityResolved = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            IdentityResolved.prototype.speakerId = "";
            IdentityResolved.prototype.personId = null;
            IdentityResolved.prototype.verified = false;
            IdentityResolved.prototype.evidenceSeconds = 0;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(IdentityResolved.prototype, "_personId", {
                get: $util.oneOfGetter($oneOfFields = ["personId"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            IdentityResolved.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.speakerId != null && $Object.hasOwnProperty.call(message, "speakerId") && message.speakerId !== "")
                    writer.uint32(10).string(message.speakerId);
                if (message.personId != null && $Object.hasOwnProperty.call(message, "personId"))
                    writer.uint32(18).string(message.personId);
                if (message.verified != null && $Object.hasOwnProperty.call(message, "verified") && message.verified !== false)
                    writer.uint32(24).bool(message.verified);
                if (message.evidenceSeconds != null && $Object.hasOwnProperty.call(message, "evidenceSeconds") && !$Object.is(message.evidenceSeconds, 0))
                    writer.uint32(37).float(message.evidenceSeconds);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return IdentityResolved;
        })();

        v1.Overlap = (function() {

            const Overlap = function (properties) {
                this.speakerIds = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Overlap.prototype.speakerIds = $util.emptyArray;
            Overlap.prototype.startMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            Overlap.prototype.endMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            Overlap.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.speakerIds != null && message.speakerIds.length)
                    for (let i = 0; i < message.speakerIds.length; ++i)
                        writer.uint32(10).string(message.speakerIds[i]);
                if (message.startMs != null && $Object.hasOwnProperty.call(message, "startMs") && (typeof message.startMs === "object" ? message.startMs.low || message.startMs.high : message.startMs !== 0))
                    writer.uint32(16).uint64(message.startMs);
                if (message.endMs != null && $Object.hasOwnProperty.call(message, "endMs") && (typeof message.endMs === "object" ? message.endMs.low || message.endMs.high : message.endMs !== 0))
                    writer.uint32(24).uint64(message.endMs);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return Overlap;
        })();

        v1.EnrollAgentAck = (function() {

            const EnrollAgentAck = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            EnrollAgentAck.prototype.personId = null;
            EnrollAgentAck.prototype.verified = false;
            EnrollAgentAck.prototype.evidenceSeconds = 0;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(EnrollAgentAck.prototype, "_personId", {
                get: $util.oneOfGetter($oneOfFields = ["personId"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            EnrollAgentAck.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.personId != null && $Object.hasOwnProperty.call(message, "personId"))
                    writer.uint32(10).string(message.personId);
                if (message.verified != null && $Object.hasOwnProperty.call(message, "verified") && message.verified !== false)
                    writer.uint32(16).bool(message.verified);
                if (message.evidenceSeconds != null && $Object.hasOwnProperty.call(message, "evidenceSeconds") && !$Object.is(message.evidenceSeconds, 0))
                    writer.uint32(29).float(message.evidenceSeconds);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return EnrollAgentAck;
        })();

        v1.SessionUpdated = (function() {

            const SessionUpdated = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            SessionUpdated.prototype.configRevision = 0;

            SessionUpdated.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.configRevision != null && $Object.hasOwnProperty.call(message, "configRevision") && message.configRevision !== 0)
                    writer.uint32(8).uint32(message.configRevision);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return SessionUpdated;
        })();

        v1.Paused = (function() {

            const Paused = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Paused.prototype.reason = 0;
            Paused.prototype.atMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            Paused.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.reason != null && $Object.hasOwnProperty.call(message, "reason") && message.reason !== 0)
                    writer.uint32(8).int32(message.reason);
                if (message.atMs != null && $Object.hasOwnProperty.call(message, "atMs") && (typeof message.atMs === "object" ? message.atMs.low || message.atMs.high : message.atMs !== 0))
                    writer.uint32(16).uint64(message.atMs);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return Paused;
        })();

        v1.ResumedAnalysis = (function() {

            const ResumedAnalysis = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            ResumedAnalysis.prototype.atMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            ResumedAnalysis.prototype.discardedMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            ResumedAnalysis.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.atMs != null && $Object.hasOwnProperty.call(message, "atMs") && (typeof message.atMs === "object" ? message.atMs.low || message.atMs.high : message.atMs !== 0))
                    writer.uint32(8).uint64(message.atMs);
                if (message.discardedMs != null && $Object.hasOwnProperty.call(message, "discardedMs") && (typeof message.discardedMs === "object" ? message.discardedMs.low || message.discardedMs.high : message.discardedMs !== 0))
                    writer.uint32(16).uint64(message.discardedMs);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return ResumedAnalysis;
        })();

        v1.Flushed = (function() {

            const Flushed = function (properties) {
                this.throughSample = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Flushed.prototype.throughSample = $util.emptyArray;

            Flushed.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.throughSample != null && message.throughSample.length)
                    writer.uint32(10).uint64s(message.throughSample);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return Flushed;
        })();

        v1.Warning = (function() {

            const Warning = function (properties) {
                this.detail = {};
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Warning.prototype.code = "";
            Warning.prototype.message = "";
            Warning.prototype.detail = $util.emptyObject;

            Warning.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.code != null && $Object.hasOwnProperty.call(message, "code") && message.code !== "")
                    writer.uint32(10).string(message.code);
                if (message.message != null && $Object.hasOwnProperty.call(message, "message") && message.message !== "")
                    writer.uint32(18).string(message.message);
                if (message.detail != null && $Object.hasOwnProperty.call(message, "detail"))
                    for (let keys = $Object.keys(message.detail), i = 0; i < keys.length; ++i)
                        writer.uint32(26).fork().uint32(10).string(keys[i]).uint32(18).string(message.detail[keys[i]]).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return Warning;
        })();

        v1.Usage = (function() {

            const Usage = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Usage.prototype.receivedMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            Usage.prototype.processedMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            Usage.prototype.billedMs = null;
            Usage.prototype.balanceMs = null;
            Usage.prototype.rate = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Usage.prototype, "_billedMs", {
                get: $util.oneOfGetter($oneOfFields = ["billedMs"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Usage.prototype, "_balanceMs", {
                get: $util.oneOfGetter($oneOfFields = ["balanceMs"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Usage.prototype, "_rate", {
                get: $util.oneOfGetter($oneOfFields = ["rate"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            Usage.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.receivedMs != null && $Object.hasOwnProperty.call(message, "receivedMs") && (typeof message.receivedMs === "object" ? message.receivedMs.low || message.receivedMs.high : message.receivedMs !== 0))
                    writer.uint32(8).uint64(message.receivedMs);
                if (message.processedMs != null && $Object.hasOwnProperty.call(message, "processedMs") && (typeof message.processedMs === "object" ? message.processedMs.low || message.processedMs.high : message.processedMs !== 0))
                    writer.uint32(16).uint64(message.processedMs);
                if (message.billedMs != null && $Object.hasOwnProperty.call(message, "billedMs"))
                    writer.uint32(24).uint64(message.billedMs);
                if (message.balanceMs != null && $Object.hasOwnProperty.call(message, "balanceMs"))
                    writer.uint32(32).uint64(message.balanceMs);
                if (message.rate != null && $Object.hasOwnProperty.call(message, "rate"))
                    writer.uint32(45).float(message.rate);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return Usage;
        })();

        v1.Stats = (function() {

            const Stats = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Stats.prototype.rttMs = null;
            Stats.prototype.lagP50Ms = null;
            Stats.prototype.lagP95Ms = null;
            Stats.prototype.queue = null;
            Stats.prototype.dropped = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Stats.prototype, "_rttMs", {
                get: $util.oneOfGetter($oneOfFields = ["rttMs"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Stats.prototype, "_lagP50Ms", {
                get: $util.oneOfGetter($oneOfFields = ["lagP50Ms"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Stats.prototype, "_lagP95Ms", {
                get: $util.oneOfGetter($oneOfFields = ["lagP95Ms"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Stats.prototype, "_queue", {
                get: $util.oneOfGetter($oneOfFields = ["queue"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Stats.prototype, "_dropped", {
                get: $util.oneOfGetter($oneOfFields = ["dropped"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            Stats.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.rttMs != null && $Object.hasOwnProperty.call(message, "rttMs"))
                    writer.uint32(13).float(message.rttMs);
                if (message.lagP50Ms != null && $Object.hasOwnProperty.call(message, "lagP50Ms"))
                    writer.uint32(21).float(message.lagP50Ms);
                if (message.lagP95Ms != null && $Object.hasOwnProperty.call(message, "lagP95Ms"))
                    writer.uint32(29).float(message.lagP95Ms);
                if (message.queue != null && $Object.hasOwnProperty.call(message, "queue"))
                    writer.uint32(32).uint32(message.queue);
                if (message.dropped != null && $Object.hasOwnProperty.call(message, "dropped"))
                    writer.uint32(40).uint32(message.dropped);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return Stats;
        })();

        v1.GoAway = (function() {

            const GoAway = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            GoAway.prototype.reason = 0;
            GoAway.prototype.deadlineMs = 0;
            GoAway.prototype.resume = false;
            GoAway.prototype.retryAfterMs = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(GoAway.prototype, "_retryAfterMs", {
                get: $util.oneOfGetter($oneOfFields = ["retryAfterMs"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            GoAway.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.reason != null && $Object.hasOwnProperty.call(message, "reason") && message.reason !== 0)
                    writer.uint32(8).int32(message.reason);
                if (message.deadlineMs != null && $Object.hasOwnProperty.call(message, "deadlineMs") && message.deadlineMs !== 0)
                    writer.uint32(16).uint32(message.deadlineMs);
                if (message.resume != null && $Object.hasOwnProperty.call(message, "resume") && message.resume !== false)
                    writer.uint32(24).bool(message.resume);
                if (message.retryAfterMs != null && $Object.hasOwnProperty.call(message, "retryAfterMs"))
                    writer.uint32(32).uint32(message.retryAfterMs);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return GoAway;
        })();

        v1.Snapshot = (function() {

            const Snapshot = function (properties) {
                this.directives = [];
                this.modes = [];
                this.openTurns = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Snapshot.prototype.sessionId = "";
            Snapshot.prototype.directives = $util.emptyArray;
            Snapshot.prototype.modes = $util.emptyArray;
            Snapshot.prototype.openTurns = $util.emptyArray;
            Snapshot.prototype.cue = null;
            Snapshot.prototype.paused = false;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Snapshot.prototype, "_cue", {
                get: $util.oneOfGetter($oneOfFields = ["cue"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            Snapshot.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.sessionId != null && $Object.hasOwnProperty.call(message, "sessionId") && message.sessionId !== "")
                    writer.uint32(10).string(message.sessionId);
                if (message.directives != null && message.directives.length)
                    for (let i = 0; i < message.directives.length; ++i)
                        $root.undertone.v1.Directive.encode(message.directives[i], writer.uint32(18).fork(), _depth + 1).ldelim();
                if (message.modes != null && message.modes.length)
                    writer.uint32(26).int32s(message.modes);
                if (message.openTurns != null && message.openTurns.length)
                    for (let i = 0; i < message.openTurns.length; ++i)
                        $root.undertone.v1.TurnStart.encode(message.openTurns[i], writer.uint32(34).fork(), _depth + 1).ldelim();
                if (message.cue != null && $Object.hasOwnProperty.call(message, "cue"))
                    $root.undertone.v1.AgentSteering.encode(message.cue, writer.uint32(42).fork(), _depth + 1).ldelim();
                if (message.paused != null && $Object.hasOwnProperty.call(message, "paused") && message.paused !== false)
                    writer.uint32(48).bool(message.paused);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return Snapshot;
        })();

        v1.ObserverJoined = (function() {

            const ObserverJoined = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            ObserverJoined.prototype.role = "";
            ObserverJoined.prototype.count = 0;

            ObserverJoined.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.role != null && $Object.hasOwnProperty.call(message, "role") && message.role !== "")
                    writer.uint32(10).string(message.role);
                if (message.count != null && $Object.hasOwnProperty.call(message, "count") && message.count !== 0)
                    writer.uint32(16).uint32(message.count);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return ObserverJoined;
        })();

        v1.ObserverLeft = (function() {

            const ObserverLeft = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            ObserverLeft.prototype.role = "";
            ObserverLeft.prototype.count = 0;

            ObserverLeft.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.role != null && $Object.hasOwnProperty.call(message, "role") && message.role !== "")
                    writer.uint32(10).string(message.role);
                if (message.count != null && $Object.hasOwnProperty.call(message, "count") && message.count !== 0)
                    writer.uint32(16).uint32(message.count);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return ObserverLeft;
        })();

        v1.Error = (function() {

            const Error = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Error.prototype.code = "";
            Error.prototype.message = "";
            Error.prototype.fatal = false;
            Error.prototype.retryable = false;
            Error.prototype.retryAfterMs = null;
            Error.prototype.refSeq = null;
            Error.prototype.param = null;
            Error.prototype.requestId = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Error.prototype, "_retryAfterMs", {
                get: $util.oneOfGetter($oneOfFields = ["retryAfterMs"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Error.prototype, "_refSeq", {
                get: $util.oneOfGetter($oneOfFields = ["refSeq"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Error.prototype, "_param", {
                get: $util.oneOfGetter($oneOfFields = ["param"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Error.prototype, "_requestId", {
                get: $util.oneOfGetter($oneOfFields = ["requestId"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            Error.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.code != null && $Object.hasOwnProperty.call(message, "code") && message.code !== "")
                    writer.uint32(10).string(message.code);
                if (message.message != null && $Object.hasOwnProperty.call(message, "message") && message.message !== "")
                    writer.uint32(18).string(message.message);
                if (message.fatal != null && $Object.hasOwnProperty.call(message, "fatal") && message.fatal !== false)
                    writer.uint32(24).bool(message.fatal);
                if (message.retryable != null && $Object.hasOwnProperty.call(message, "retryable") && message.retryable !== false)
                    writer.uint32(32).bool(message.retryable);
                if (message.retryAfterMs != null && $Object.hasOwnProperty.call(message, "retryAfterMs"))
                    writer.uint32(40).uint32(message.retryAfterMs);
                if (message.refSeq != null && $Object.hasOwnProperty.call(message, "refSeq"))
                    writer.uint32(48).uint64(message.refSeq);
                if (message.param != null && $Object.hasOwnProperty.call(message, "param"))
                    writer.uint32(58).string(message.param);
                if (message.requestId != null && $Object.hasOwnProperty.call(message, "requestId"))
                    writer.uint32(66).string(message.requestId);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return Error;
        })();

        v1.TurnSummary = (function() {

            const TurnSummary = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            TurnSummary.prototype.turnId = "";
            TurnSummary.prototype.speakerId = "";
            TurnSummary.prototype.channel = 0;
            TurnSummary.prototype.startMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            TurnSummary.prototype.endMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            TurnSummary.prototype.text = null;
            TurnSummary.prototype.emotion = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(TurnSummary.prototype, "_text", {
                get: $util.oneOfGetter($oneOfFields = ["text"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(TurnSummary.prototype, "_emotion", {
                get: $util.oneOfGetter($oneOfFields = ["emotion"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            TurnSummary.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.turnId != null && $Object.hasOwnProperty.call(message, "turnId") && message.turnId !== "")
                    writer.uint32(10).string(message.turnId);
                if (message.speakerId != null && $Object.hasOwnProperty.call(message, "speakerId") && message.speakerId !== "")
                    writer.uint32(18).string(message.speakerId);
                if (message.channel != null && $Object.hasOwnProperty.call(message, "channel") && message.channel !== 0)
                    writer.uint32(24).uint32(message.channel);
                if (message.startMs != null && $Object.hasOwnProperty.call(message, "startMs") && (typeof message.startMs === "object" ? message.startMs.low || message.startMs.high : message.startMs !== 0))
                    writer.uint32(32).uint64(message.startMs);
                if (message.endMs != null && $Object.hasOwnProperty.call(message, "endMs") && (typeof message.endMs === "object" ? message.endMs.low || message.endMs.high : message.endMs !== 0))
                    writer.uint32(40).uint64(message.endMs);
                if (message.text != null && $Object.hasOwnProperty.call(message, "text"))
                    writer.uint32(50).string(message.text);
                if (message.emotion != null && $Object.hasOwnProperty.call(message, "emotion"))
                    writer.uint32(58).string(message.emotion);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return TurnSummary;
        })();

        v1.SessionTranscript = (function() {

            const SessionTranscript = function (properties) {
                this.turns = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            SessionTranscript.prototype.turns = $util.emptyArray;

            SessionTranscript.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.turns != null && message.turns.length)
                    for (let i = 0; i < message.turns.length; ++i)
                        $root.undertone.v1.TurnSummary.encode(message.turns[i], writer.uint32(10).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return SessionTranscript;
        })();

        v1.SessionSummary = (function() {

            const SessionSummary = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            SessionSummary.prototype.dominantEmotion = null;
            SessionSummary.prototype.peakEscalationRisk = null;
            SessionSummary.prototype.sentimentChange = null;
            SessionSummary.prototype.meanValence = null;
            SessionSummary.prototype.meanArousal = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionSummary.prototype, "_dominantEmotion", {
                get: $util.oneOfGetter($oneOfFields = ["dominantEmotion"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionSummary.prototype, "_peakEscalationRisk", {
                get: $util.oneOfGetter($oneOfFields = ["peakEscalationRisk"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionSummary.prototype, "_sentimentChange", {
                get: $util.oneOfGetter($oneOfFields = ["sentimentChange"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionSummary.prototype, "_meanValence", {
                get: $util.oneOfGetter($oneOfFields = ["meanValence"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionSummary.prototype, "_meanArousal", {
                get: $util.oneOfGetter($oneOfFields = ["meanArousal"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            SessionSummary.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.dominantEmotion != null && $Object.hasOwnProperty.call(message, "dominantEmotion"))
                    writer.uint32(10).string(message.dominantEmotion);
                if (message.peakEscalationRisk != null && $Object.hasOwnProperty.call(message, "peakEscalationRisk"))
                    writer.uint32(21).float(message.peakEscalationRisk);
                if (message.sentimentChange != null && $Object.hasOwnProperty.call(message, "sentimentChange"))
                    writer.uint32(29).float(message.sentimentChange);
                if (message.meanValence != null && $Object.hasOwnProperty.call(message, "meanValence"))
                    writer.uint32(37).float(message.meanValence);
                if (message.meanArousal != null && $Object.hasOwnProperty.call(message, "meanArousal"))
                    writer.uint32(45).float(message.meanArousal);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return SessionSummary;
        })();

        v1.SessionEnded = (function() {

            const SessionEnded = function (properties) {
                this.emotionTrajectory = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            SessionEnded.prototype.reason = "";
            SessionEnded.prototype.durationS = 0;
            SessionEnded.prototype.utteranceCount = 0;
            SessionEnded.prototype.transcript = null;
            SessionEnded.prototype.emotionTrajectory = $util.emptyArray;
            SessionEnded.prototype.finalEmotion = null;
            SessionEnded.prototype.predictions = null;
            SessionEnded.prototype.summary = null;
            SessionEnded.prototype.prosodySummary = null;
            SessionEnded.prototype.usage = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionEnded.prototype, "_finalEmotion", {
                get: $util.oneOfGetter($oneOfFields = ["finalEmotion"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionEnded.prototype, "_predictions", {
                get: $util.oneOfGetter($oneOfFields = ["predictions"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionEnded.prototype, "_prosodySummary", {
                get: $util.oneOfGetter($oneOfFields = ["prosodySummary"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            SessionEnded.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.reason != null && $Object.hasOwnProperty.call(message, "reason") && message.reason !== "")
                    writer.uint32(10).string(message.reason);
                if (message.durationS != null && $Object.hasOwnProperty.call(message, "durationS") && !$Object.is(message.durationS, 0))
                    writer.uint32(17).double(message.durationS);
                if (message.utteranceCount != null && $Object.hasOwnProperty.call(message, "utteranceCount") && message.utteranceCount !== 0)
                    writer.uint32(24).uint32(message.utteranceCount);
                if (message.transcript != null && $Object.hasOwnProperty.call(message, "transcript"))
                    $root.undertone.v1.SessionTranscript.encode(message.transcript, writer.uint32(34).fork(), _depth + 1).ldelim();
                if (message.emotionTrajectory != null && message.emotionTrajectory.length)
                    for (let i = 0; i < message.emotionTrajectory.length; ++i)
                        writer.uint32(42).string(message.emotionTrajectory[i]);
                if (message.finalEmotion != null && $Object.hasOwnProperty.call(message, "finalEmotion"))
                    writer.uint32(50).string(message.finalEmotion);
                if (message.predictions != null && $Object.hasOwnProperty.call(message, "predictions"))
                    $root.undertone.v1.SessionPrediction.encode(message.predictions, writer.uint32(58).fork(), _depth + 1).ldelim();
                if (message.summary != null && $Object.hasOwnProperty.call(message, "summary"))
                    $root.undertone.v1.SessionSummary.encode(message.summary, writer.uint32(66).fork(), _depth + 1).ldelim();
                if (message.prosodySummary != null && $Object.hasOwnProperty.call(message, "prosodySummary"))
                    $root.undertone.v1.Prosody.encode(message.prosodySummary, writer.uint32(74).fork(), _depth + 1).ldelim();
                if (message.usage != null && $Object.hasOwnProperty.call(message, "usage"))
                    $root.undertone.v1.Usage.encode(message.usage, writer.uint32(82).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return SessionEnded;
        })();

        v1.Pong = (function() {

            const Pong = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Pong.prototype.tUs = null;
            Pong.prototype.serverTUs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Pong.prototype, "_tUs", {
                get: $util.oneOfGetter($oneOfFields = ["tUs"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            Pong.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.tUs != null && $Object.hasOwnProperty.call(message, "tUs"))
                    writer.uint32(8).uint64(message.tUs);
                if (message.serverTUs != null && $Object.hasOwnProperty.call(message, "serverTUs") && (typeof message.serverTUs === "object" ? message.serverTUs.low || message.serverTUs.high : message.serverTUs !== 0))
                    writer.uint32(16).uint64(message.serverTUs);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return Pong;
        })();

        return v1;
    })();

    return undertone;
})();

export {
  $root as default
};

export const root: { encode(message: object): { finish(): Uint8Array } } = undertone.v1.ServerMessage;
